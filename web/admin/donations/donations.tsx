import { getRouteApi } from '@tanstack/react-router';
import { kindsOf } from './address.ts';
import { Given } from './given.tsx';

const route = getRouteApi('/admin/donations');

/** The tab for gifts and pledges together. */
export function Donations() {
  return <Given search={route.useSearch()} kindsOf={kindsOf} />;
}
