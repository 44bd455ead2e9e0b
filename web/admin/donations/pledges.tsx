import { getRouteApi } from '@tanstack/react-router';
import { Given } from './given.tsx';

const route = getRouteApi('/admin/pledges');

/** What is promised per unit. */
export function Pledges() {
  return <Given search={route.useSearch()} kindsOf={() => ['pledges']} />;
}
