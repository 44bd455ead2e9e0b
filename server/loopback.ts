import { isIP } from 'node:net';

/** Does what is said to this host stay on this machine? An address may come as URLs write it. */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\])$/.test(host) || (isIP(host) === 4 && host.startsWith('127.'));
}
