import { createHash } from 'node:crypto';
import type { Config } from '#server/config.ts';

/** On every answer. One fixed object: building headers per request costs more than the answer. */
export function securityHeaders(config: Config, inlineScripts: string[]): Record<string, string> {
  const hashes = inlineScripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${hashes.join(' ')}`,
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      `form-action 'self' ${checkoutOrigins(config).join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000',
    }),
  };
}

/** What a browser heeds in documents only: repeated with every file of the build it would weigh as much as some of them. */
export const documentHeaders = [
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
] as const;

/** A form without script is redirected to the checkout, which the policy judges too. */
function checkoutOrigins({ payrexx: { apiUrl } }: Config): string[] {
  const { protocol, host, origin } = new URL(apiUrl);
  return ['https://*.payrexx.com', origin, `${protocol}//*.${host.replace(/^api\./, '')}`];
}

/** For pages and answers whose address is itself a permission. */
export const secretHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** How long whoever got it may keep it. */
export const keptFor = {
  /** Somebody may be erased, and names and colours change: nobody keeps what shows them for longer. */
  hour: 'public, max-age=3600',
  day: 'public, max-age=86400',
  /** Where the address carries a hash. */
  ever: 'public, max-age=31536000, immutable',
};
