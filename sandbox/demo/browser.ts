type Json = Record<string, unknown>;

/** What a visitor's browser does that matters here: it keeps cookies and fills in forms. */
export class Browser {
  readonly site: string;
  readonly #cookies = new Map<string, string>();

  constructor(site: string) {
    this.site = site;
  }

  /** Calls the product as its own pages do. */
  async call<Reply>(
    method: 'GET' | 'POST',
    path: string,
    body?: Json,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await this.fetch(this.site + path, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), 'sec-fetch-site': 'same-origin', ...headers },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Reply;
  }

  /** The whole round: to the identity provider, through its form, back with a code, and the code for a session. */
  async signIn(username: string, password: string): Promise<void> {
    const callback = `${this.site}/auth/keycloak/callback`;
    let address = await this.#follow(`${this.site}/auth/keycloak`, callback);
    if (!address.startsWith(callback)) {
      const form = { method: 'POST', body: new URLSearchParams({ username, password }) };
      address = await this.#follow(address, callback, form);
    }
    const { searchParams } = new URL(address);
    if (!searchParams.has('code')) throw new Error(`The sign-in of ${username} failed: ${searchParams}`);
    await this.call('POST', '/api/auth/token', { ...Object.fromEntries(searchParams), redirect_uri: callback });
  }

  /** Follows redirects to the first page, or to the address that begins with `end`, which is not called any more. */
  async #follow(start: string, end: string, form?: RequestInit): Promise<string> {
    let address = start;
    let response = await this.fetch(address, form);
    for (let location; (location = response.headers.get('location')); response = await this.fetch(address)) {
      address = new URL(location, address).href;
      if (address.startsWith(end)) return address;
    }
    // A form that leads nowhere was refused.
    if (form || !response.ok)
      throw new Error(`${new URL(address).pathname} answered ${response.status} at the sign-in`);
    return address;
  }

  /** The cookies so far, as a request sends them. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** One request with the cookies so far; redirects are for the caller to follow. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), cookie: this.cookie };
    const response = await globalThis.fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    return response;
  }
}
