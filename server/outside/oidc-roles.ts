import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Role } from '#server/context.ts';

const Names = z.union([z.string().transform((name) => [name]), z.array(z.string())]).catch([]);
const Holder = z.object({ roles: Names }).catch({ roles: [] });

/** Our roles, wherever a provider writes its names for them: roles of realm and client, plain roles, groups. */
export function rolesIn(
  claims: Record<string, unknown>,
  { clientId, adminRole, viewerRole }: Config['identity'],
): Role[] {
  const resources = z.record(z.string(), z.unknown()).catch({}).parse(claims.resource_access);
  const names = new Set(
    [
      ...Holder.parse(claims.realm_access).roles,
      ...Holder.parse(Object.hasOwn(resources, clientId) ? resources[clientId] : null).roles,
      ...Names.parse(claims.roles),
      ...Names.parse(claims.groups),
    ].map((name) => name.replace(/^\//, '')),
  );
  const roles: Role[] = [];
  if (names.has(adminRole)) roles.push('admin');
  if (names.has(viewerRole)) roles.push('viewer');
  return roles;
}

export function displayName(claims: JWTPayload): string {
  const name = [claims.name, claims.preferred_username, claims.email].find(
    (claim) => typeof claim === 'string' && claim !== '',
  );
  return typeof name === 'string' ? name : '';
}
