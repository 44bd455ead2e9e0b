export interface IdentityUser {
  readonly sub: string;
  readonly username: string;
  readonly password: string;
  firstName: string;
  lastName: string;
  readonly email: string;
  roles: readonly string[];
  enabled: boolean;
}

export type Username = 'vera' | 'lea' | 'otto';

export function demoUsers(): IdentityUser[] {
  return [
    user('vera', 'Vera', 'Verwalter', '3f0f6a38-9c5c-4e07-9a63-2f5f0f3b7a01', ['admin']),
    user('lea', 'Léa', 'Leserin', 'c1d3b4a2-5b0e-4f7c-8d9a-6e1f2a3b4c02', ['viewer']),
    user('otto', 'Otto', 'Ohnerolle', '9a8b7c6d-1e2f-4a3b-9c4d-5e6f7a8b9c03', []),
  ];
}

function user(username: Username, firstName: string, lastName: string, sub: string, roles: string[]): IdentityUser {
  const email = `${username}@example.test`;
  return { sub, username, password: `${username}-demo`, firstName, lastName, email, roles, enabled: true };
}

/** What ID token, userinfo and access token say about a person: no roles. */
export function personClaims({ sub, username, firstName, lastName, email }: IdentityUser) {
  return {
    sub,
    email_verified: true,
    name: `${firstName} ${lastName}`,
    preferred_username: username,
    given_name: firstName,
    family_name: lastName,
    email,
  };
}

/** Keycloak leaves the claim out for a person without roles. */
export function roleClaims({ roles }: IdentityUser) {
  return roles.length > 0 ? { realm_access: { roles } } : {};
}
