import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { JWK } from 'jose';
import { IdentityFaults } from './identity/faults.ts';
import { identitySecrets, newSigningKey } from './identity/keys.ts';
import { createProvider } from './identity/provider.ts';
import { answer, endSession, sessions } from './identity/realm.ts';
import type { Realm } from './identity/realm.ts';
import { IdentityStore } from './identity/store.ts';
import { demoUsers } from './identity/users.ts';
import type { IdentityUser, Username } from './identity/users.ts';
import { close, listen } from './listen.ts';

interface IdentityOptions {
  readonly port?: number;
  /** Keeps keys and sessions over restarts. */
  readonly dir?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutUris: readonly string[];
  readonly backchannelLogoutUri: string;
}

export interface Identity {
  readonly issuer: string;
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly users: readonly Readonly<IdentityUser>[];
  readonly faults: IdentityFaults;
  /** Signs with a new key from now on, until the next start; the old one is gone. */
  rotateKeys(): Promise<void>;
  /** In tokens from the next sign-in or refresh on. */
  setRoles(user: Username, roles: readonly string[]): void;
  rename(user: Username, firstName: string, lastName: string): void;
  /** No sign-in, no refresh; running sessions of applications are not told. */
  disable(user: Username): void;
  enable(user: Username): void;
  /** Every refresh token is good for one refresh; one that comes twice ends its session. */
  rotateRefreshTokens(isOn: boolean): void;
  /** Ends a person's sessions without a word: their refresh tokens are worth nothing. */
  forgetSessions(user: Username): void;
  /** Signs a person out everywhere, with back-channel logout. */
  endSessions(user: Username): Promise<void>;
  /** Refuses connections, or takes them again. */
  down(isDown: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** An OpenID provider that looks like a Keycloak realm to its application. */
export async function startIdentity(options: IdentityOptions): Promise<Identity> {
  const dir = options.dir ?? null;
  const secrets = await identitySecrets(dir);
  const store = new IdentityStore(dir && path.join(dir, 'sessions.json'));
  const users = demoUsers();
  const faults = new IdentityFaults();
  const rotation = { isOn: false };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (!(await faults.act(pathname, response))) await answer(realm, request, response);
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  const port = await listen(server, options.port);
  const issuer = `http://localhost:${port}/realms/givelap`;
  const client = {
    id: options.clientId ?? 'givelap',
    secret: options.clientSecret ?? secrets.clientSecret,
    redirectUris: options.redirectUris,
    postLogoutUris: options.postLogoutUris,
    backchannelLogoutUri: options.backchannelLogoutUri,
  };
  const realmWith = (signingKey: JWK): Realm => {
    const provider = createProvider(issuer, client, { ...secrets, signingKey }, store, users, rotation);
    return { issuer, client, provider, signingKey, store, users };
  };
  let realm = realmWith(secrets.signingKey);

  return {
    issuer,
    port,
    clientId: client.id,
    clientSecret: client.secret,
    users,
    faults,
    rotateKeys: async () => {
      realm = realmWith(await newSigningKey());
    },
    setRoles: (username, roles) => {
      find(users, username).roles = roles;
    },
    rename: (username, firstName, lastName) => {
      Object.assign(find(users, username), { firstName, lastName });
    },
    disable: (username) => {
      find(users, username).enabled = false;
    },
    enable: (username) => {
      find(users, username).enabled = true;
    },
    rotateRefreshTokens: (isOn) => {
      rotation.isOn = isOn;
    },
    forgetSessions: (username) => {
      const { sub } = find(users, username);
      for (const { sid } of sessions(realm, ({ accountId }) => accountId === sub)) store.endSession(sid);
    },
    endSessions: async (username) => {
      const { sub } = find(users, username);
      const own = sessions(realm, ({ accountId }) => accountId === sub);
      await Promise.all(own.map((session) => endSession(realm, session)));
    },
    down: async (isDown) => {
      if (isDown === server.listening) await (isDown ? close(server) : listen(server, port));
    },
    stop: async () => {
      faults.clear();
      if (server.listening) await close(server);
      store.save();
    },
  };
}

function find(users: readonly IdentityUser[], username: Username): IdentityUser {
  const user = users.find((one) => one.username === username);
  if (!user) throw new Error(`No such user: ${username}`);
  return user;
}
