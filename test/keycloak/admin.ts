interface Person {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  role: string | null;
}

/** What an operator does in Keycloak's console, by its own interface. */
export class KeycloakAdmin {
  readonly #url: string;
  readonly #password: string;

  constructor(url: string, password: string) {
    this.#url = url;
    this.#password = password;
  }

  /** Resolves with the person's id. */
  async addPerson({ username, password, firstName, lastName, role }: Person): Promise<string> {
    const email = `${username}@example.test`;
    const credentials = [{ type: 'password', value: password, temporary: false }];
    const body = { username, email, emailVerified: true, enabled: true, firstName, lastName, credentials };
    const { headers } = await this.#call('POST', '/users', body);
    const id = headers.get('location')?.split('/').at(-1) ?? '';
    if (role) await this.giveRole(id, role);
    return id;
  }

  async giveRole(id: string, role: string): Promise<void> {
    await this.#call('POST', `/users/${id}/role-mappings/realm`, [await this.#role(role)]);
  }

  async takeRole(id: string, role: string): Promise<void> {
    await this.#call('DELETE', `/users/${id}/role-mappings/realm`, [await this.#role(role)]);
  }

  async change(id: string, fields: object): Promise<void> {
    const person = (await (await this.#call('GET', `/users/${id}`)).json()) as object;
    await this.#call('PUT', `/users/${id}`, { ...person, ...fields });
  }

  /** Ends all sessions of a person; applications are told. */
  async endSessions(id: string): Promise<void> {
    await this.#call('POST', `/users/${id}/logout`);
  }

  async changeRealm(fields: object): Promise<void> {
    await this.#call('PUT', '', fields);
  }

  /** A group of this name, written into ID tokens with its path. */
  async joinGroup(id: string, name: string): Promise<void> {
    const { headers } = await this.#call('POST', '/groups', { name });
    const group = headers.get('location')?.split('/').at(-1) ?? '';
    await this.#call('PUT', `/users/${id}/groups/${group}`);
    const [client] = (await (await this.#call('GET', '/clients?clientId=givelap')).json()) as { id: string }[];
    await this.#call('POST', `/clients/${client?.id}/protocol-mappers/models`, {
      name: 'groups',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-group-membership-mapper',
      config: { 'full.path': 'true', 'id.token.claim': 'true', 'claim.name': 'groups' },
    });
  }

  /** Signs with a new key from now on; the old one is still published. */
  async addKey(): Promise<void> {
    const realm = (await (await this.#call('GET', '')).json()) as { id: string };
    await this.#call('POST', '/components', {
      name: 'a newer key',
      parentId: realm.id,
      providerId: 'rsa-generated',
      providerType: 'org.keycloak.keys.KeyProvider',
      config: { priority: ['900'], enabled: ['true'], active: ['true'], algorithm: ['RS256'] },
    });
  }

  async #role(name: string): Promise<unknown> {
    return (await this.#call('GET', `/roles/${name}`)).json();
  }

  async #call(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.#url}/admin/realms/givelap${path}`, {
      method,
      headers: { authorization: `Bearer ${await this.#token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  async #token(): Promise<string> {
    const form = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: this.#password };
    const response = await fetch(`${this.#url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    return access_token;
  }
}
