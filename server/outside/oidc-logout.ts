import { z } from 'zod';
import { SignInRefused, type Logout } from '#server/services/identity.ts';
import { faultOf } from './oidc-faults.ts';
import type { Provider } from './oidc.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const name = z.string().min(1);

/** OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6. */
const LogoutClaims = z
  .object({
    sub: name.optional(),
    sid: name.optional(),
    jti: name,
    events: z.object({ [EVENT]: z.looseObject({}) }),
    // An ID token carries one: it must never pass for a logout.
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

export async function readLogoutToken(
  { verifiedOfAnybody, issuer, clientId }: Provider,
  token: string,
): Promise<Logout> {
  try {
    const payload = await verifiedOfAnybody(token, {
      audience: clientId,
      typ: 'logout+jwt',
      maxTokenAge: '2m',
      requiredClaims: ['exp'],
    });
    const claims = LogoutClaims.safeParse(payload);
    if (!claims.success) throw new SignInRefused('no logout token');
    const { sub = null, sid = null, jti } = claims.data;
    return { issuer, sub, sid, jti };
  } catch (error) {
    throw faultOf(error);
  }
}
