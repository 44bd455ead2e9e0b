import { getRouteApi } from '@tanstack/react-router';
import { Pledged } from './pledged.tsx';

const route = getRouteApi('/admin/pledges');

/** What is promised per unit. */
export function Pledges() {
  return <Pledged search={route.useSearch()} />;
}
