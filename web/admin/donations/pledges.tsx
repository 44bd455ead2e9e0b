import { getRouteApi } from '@tanstack/react-router';
import { Given } from './given.tsx';

const route = getRouteApi('/admin/pledges');

/** The tab for pledges alone. */
export function Pledges() {
  return <Given search={route.useSearch()} kindsOf={() => ['pledges']} />;
}
