import Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { errorPage, signedOutPage, signOutPage } from './page.ts';
import type { IdentitySecrets } from './keys.ts';
import type { IdentityStore } from './store.ts';
import { personClaims, roleClaims } from './users.ts';
import type { IdentityUser } from './users.ts';

export interface IdentityClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutUris: readonly string[];
  readonly backchannelLogoutUri: string;
}

/** Keycloak's addresses below the realm. */
export const paths = {
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  jwks: '/protocol/openid-connect/certs',
  userinfo: '/protocol/openid-connect/userinfo',
  end_session: '/protocol/openid-connect/logout',
  signIn: '/login-actions/authenticate',
} as const;

const SCOPE = 'openid profile email';
const HOURS = 3_600;
/** Makes every access token a JWT: the library gives opaque ones where no resource is named. */
const RESOURCE = 'urn:keycloak:account';

export function createProvider(
  issuer: string,
  client: IdentityClient,
  { signingKey, cookieKey }: IdentitySecrets,
  store: IdentityStore,
  users: readonly IdentityUser[],
  rotation: { readonly isOn: boolean },
): Provider {
  const { pathname } = new URL(issuer);
  const userOf = (sub: string): IdentityUser | undefined => users.find((user) => user.sub === sub && user.enabled);

  const configuration: Configuration = {
    adapter: store.adapter,
    jwks: { keys: [signingKey] },
    routes: paths,
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [...client.redirectUris],
        post_logout_redirect_uris: [...client.postLogoutUris],
        backchannel_logout_uri: client.backchannelLogoutUri,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: {
      keys: [cookieKey],
      // On localhost every port shares its cookies: these stay below the realm.
      long: { path: pathname, signed: true },
      short: { path: pathname, signed: true },
      names: { session: 'IDENTITY_SESSION', interaction: 'IDENTITY_SIGN_IN', resume: 'IDENTITY_RESUME' },
    },
    pkce: { required: () => true },
    claims: {
      openid: ['sub', 'typ', 'azp', 'acr', 'auth_time'],
      profile: ['name', 'preferred_username', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      IdToken: 300,
      RefreshToken: 8 * HOURS,
      Interaction: 0.5 * HOURS,
      Session: 24 * HOURS,
      Grant: 24 * HOURS,
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: () => rotation.isOn,
    expiresWithSession: () => true,
    clientBasedCORS: () => false,
    interactions: { url: (_context, { uid }) => `${pathname}${paths.signIn}/${uid}` },
    renderError: (context, { error, error_description }) => {
      context.type = 'html';
      context.body = errorPage(context.get('accept-language'), `${error}: ${error_description ?? ''}`);
    },
    findAccount: (_context, sub) => {
      const user = userOf(sub);
      if (!user) return undefined;
      return {
        accountId: sub,
        claims: (use) => ({
          ...personClaims(user),
          ...(use === 'id_token' && { typ: 'ID', azp: client.id, acr: '1' }),
        }),
      };
    },
    // The only application is our own: nobody is asked whether it may know him.
    loadExistingGrant: async ({ oidc }) => {
      const { provider, session } = oidc;
      if (!session?.accountId) return undefined;
      const existing = session.grantIdFor(client.id);
      if (existing) return provider.Grant.find(existing);
      const grant = new provider.Grant({ clientId: client.id, accountId: session.accountId });
      grant.addOIDCScope(SCOPE);
      grant.addResourceScope(RESOURCE, SCOPE);
      await grant.save();
      return grant;
    },
    formats: {
      customizers: {
        jwt: (_context, token, jwt) => {
          const user = 'accountId' in token ? userOf(token.accountId) : undefined;
          const { client_id, ...payload } = jwt.payload;
          const sid = 'sid' in token ? token.sid : undefined;
          jwt.header = { typ: 'JWT' };
          jwt.payload = { ...payload, typ: 'Bearer', azp: client_id, sid, acr: '1', scope: SCOPE };
          if (user) Object.assign(jwt.payload, personClaims(user), roleClaims(user));
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = signOutPage(context.get('accept-language'), form);
        },
        postLogoutSuccessSource: (context) => {
          context.body = signedOutPage(context.get('accept-language'));
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: SCOPE, audience: 'account', accessTokenFormat: 'jwt' }),
      },
    },
    // The library's own guard would refuse to call back-channel logout on loopback.
    fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
  };
  return new Provider(issuer, configuration);
}
