import { exportJWK, exportSPKI, type JWTPayload } from 'jose';
import type { Forger } from './forger.ts';

/** A token as its maker would write it, which nobody but the maker's key has signed as it stands. */
type Forgery = (forger: Forger, claims: JWTPayload, header?: object) => Promise<string>;

const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const inThree = (token: string) => token.split('.') as [string, string, string];
const byForeign: (more: (forger: Forger) => object | Promise<object>) => Forgery =
  (more) =>
  async (forger, claims, header = {}) =>
    forger.signed(claims, { key: forger.foreign.privateKey, header: { ...header, ...(await more(forger)) } });
const withSecret: (secret: (forger: Forger) => string | Promise<string>) => Forgery =
  (secret) =>
  async (forger, claims, header = {}) =>
    forger.signed(claims, { key: Buffer.from(await secret(forger)), header: { ...header, alg: 'HS256' } });
/** A good token, with its parts changed after it was signed. */
const changed: (change: (parts: [string, string, string], claims: JWTPayload) => string[]) => Forgery =
  (change) =>
  async (forger, claims, header = {}) =>
    change(inThree(await forger.signed(claims, { header })), claims).join('.');
const headed: (header: object) => Forgery = (more) =>
  changed(([header, payload, signature]) => {
    const before = JSON.parse(Buffer.from(header, 'base64url').toString()) as object;
    return [encoded({ ...before, ...more }), payload, signature];
  });

/** What a signature must keep out, whatever the token is for. */
export const forgeries: [string, Forgery][] = [
  ['signed with a foreign key', byForeign(() => ({}))],
  ['signed with a foreign key of another name', byForeign(() => ({ kid: 'other' }))],
  ['signed with a foreign key without a name', byForeign(() => ({ kid: undefined }))],
  ['that brings its own key along', byForeign(async ({ foreign }) => ({ jwk: await exportJWK(foreign.publicKey) }))],
  ['that says where its key is', byForeign(() => ({ jku: 'https://evil.example/keys' }))],
  ['that says where its certificate is', byForeign(() => ({ x5u: 'https://evil.example/certificate' }))],
  ['that brings its certificate along', byForeign(() => ({ x5c: ['MIIBszCCAVmgAwIBAgIU'] }))],
  ['signed with the client’s secret', withSecret(({ clientSecret }) => clientSecret)],
  ['signed with the public key as a secret', withSecret(({ own }) => exportSPKI(own.publicKey))],
  [
    'signed with the published key as a secret',
    withSecret(async ({ own }) => JSON.stringify(await exportJWK(own.publicKey))),
  ],
  ['that is not signed', async (_, claims, header) => `${encoded({ ...header, alg: 'none' })}.${encoded(claims)}.`],
  [
    'that is not signed, in other letters',
    async (_, claims, header) => `${encoded({ ...header, alg: 'nOnE' })}.${encoded(claims)}.`,
  ],
  ['that says it is not signed, and is', headed({ alg: 'none' })],
  ['of another algorithm than it was signed with', headed({ alg: 'PS256' })],
  ['of another kind of key', headed({ alg: 'ES256' })],
  ['with a header nobody may ignore', headed({ crit: ['exp'] })],
  ['whose signature was cut off', changed(([header, payload]) => [header, payload, ''])],
  ['without the part of the signature', changed(([header, payload]) => [header, payload])],
  ['whose signature is AAAA', changed(([header, payload]) => [header, payload, 'AAAA'])],
  ['whose signature is all zeros', changed(([header, payload]) => [header, payload, encoded('\0'.repeat(256))])],
  ['with a part too many', changed((parts) => [...parts, 'AAAA'])],
  [
    'whose claims were changed',
    changed(([header, payload, signature], claims) => {
      return [header, encoded({ ...claims, roles: ['admin'], name: payload.slice(0, 9) }), signature];
    }),
  ],
  [
    'with the signature of another',
    async (forger, claims, header = {}) => {
      const [, , signature] = inThree(await forger.signed({ ...claims, jti: 'another' }, { header }));
      return [...inThree(await forger.signed(claims, { header })).slice(0, 2), signature].join('.');
    },
  ],
];

/** What is no token at all. */
export const noTokens: [string, string][] = [
  ['a word', 'admin'],
  ['nothing', ''],
  ['dots', '..'],
  ['JSON', '{"sub":"mallory"}'],
  ['an encrypted one', 'e30.AAAA.AAAA.AAAA.AAAA'],
  ['one whose header is none', `AAAA.${encoded({ sub: 'mallory' })}.AAAA`],
  ['one whose claims are a list', `${encoded({ alg: 'RS256', kid: 'own' })}.${encoded([])}.AAAA`],
];
