import { getRouteApi } from '@tanstack/react-router';
import { Pledged } from './pledged.tsx';

const route = getRouteApi('/admin/donations');

/** What is given in whatever way. */
export function Donations() {
  return <Pledged search={route.useSearch()} />;
}
