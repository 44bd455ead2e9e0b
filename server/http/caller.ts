import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '#server/config.ts';
import type { Staff } from '#server/context.ts';
import type { Caller, CookieName, Cookies } from './handler.ts';
import { callersLanguage } from './language.ts';

export type Identify = (token: string) => Promise<Staff | null>;

/** Where a request carries its caller. */
const CALLER = Symbol('caller');
type Known = FastifyRequest & { [CALLER]?: Promise<Caller> };

/** The caller of a request, found once: access is checked before the body is read. */
export function callerOf(request: Known, reply: FastifyReply, config: Config, identify: Identify): Promise<Caller> {
  return (request[CALLER] ??= find(request, reply, config, identify));
}

async function find(request: FastifyRequest, reply: FastifyReply, config: Config, identify: Identify): Promise<Caller> {
  const stranger = strangerOf(request, reply, config);
  const token = stranger.cookies.get('session');
  return { ...stranger, staff: token === null ? null : await identify(token) };
}

/** The caller without his session: what a page about a failure may lean on. */
export function strangerOf(request: FastifyRequest, reply: FastifyReply, config: Config): Caller {
  const cookies = cookiesOf(request, reply, config);
  return {
    staff: null,
    language: callersLanguage(cookies.get('language'), request.headers['accept-language']),
    network: networkOf(request.ip),
    cookies,
  };
}

/** On https the browser itself sees to it that such a cookie was set by this very host. */
function cookiesOf(request: FastifyRequest, reply: FastifyReply, config: Config): Cookies {
  const secure = config.publicUrl.startsWith('https:');
  const nameOf = (name: CookieName) => (secure && name !== 'language' ? `__Host-${name}` : name);
  const options: CookieSerializeOptions = { path: '/', secure, sameSite: 'lax' };
  return {
    get: (name) => request.cookies[nameOf(name)] || null,
    set: (name, value, maxAge) => {
      // The language is the only one that the page's own script writes too.
      reply.setCookie(nameOf(name), value, { ...options, maxAge, httpOnly: name !== 'language' });
    },
    clear: (name) => {
      if (request.cookies[nameOf(name)] !== undefined) reply.clearCookie(nameOf(name), options);
    },
  };
}

/** One household or one machine: an IPv4 address, or the /64 that an IPv6 customer is given. */
function networkOf(address: string): string {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  if (!parsed) return 'unknown';
  if (parsed instanceof ipaddr.IPv6)
    return `${parsed.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  return parsed.toString();
}
