import { createTransport } from 'nodemailer';
import { SECOND } from '#domain/dates.ts';
import type { Config } from '#server/config.ts';
import { isLoopback } from '#server/loopback.ts';
import type { Delivery, Postman } from '#server/services/mail.ts';

/** `connections`: as many letters as are handed over at once. */
export function smtp({ url, from }: Config['smtp'], connections: number): Postman {
  const address = new URL(url);
  const tls = address.searchParams.get('tls');
  const transport = createTransport({
    host: address.hostname,
    port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
    secure: address.protocol === 'smtps:',
    ...(address.username && {
      auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) },
    }),
    ...(tls === 'off' && { ignoreTLS: true }),
    // Whoever strips the offer of TLS from a line must not get the password. A relay without one may have no TLS.
    ...(tls !== 'off' && address.username && !isLoopback(address.hostname) && { requireTLS: true }),
    ...(tls === 'insecure' && { tls: { rejectUnauthorized: false } }),
    pool: true,
    maxConnections: connections,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    deliver: async ({ to, replyTo, ...content }, signal) => {
      try {
        await transport.sendMail({
          ...content,
          // A copy: nodemailer normalises addresses in place.
          from: { ...from },
          to,
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          // Ends its connection. The limits above are of one silence each, and a slow server is silent many times.
          signal,
        });
        return { sent: true };
      } catch (error) {
        return refusal(error);
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Only 5xx to the recipient or to the message is final; at connect, sign-in or MAIL FROM the fault is ours. */
function refusal(error: unknown): Delivery {
  const { code = '', command = '', response = '', responseCode = 0, message } = error as SmtpError;
  const recipient = command.startsWith('RCPT') || command.startsWith('DATA') || code === 'EMESSAGE';
  const permanent = responseCode >= 500 && responseCode <= 599;
  const reason = [code, response || message].filter(Boolean).join(' ');
  return { sent: false, final: permanent && recipient, outage: !recipient, reason: scrub(reason).slice(0, 300) };
}

/**
 * Addresses are persons' data: the log of mails knows the recipient already, errors must not repeat him. And a filter
 * may name the link that it does not like, which is a permission.
 */
function scrub(text: string): string {
  return text
    .replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
    .replace(/\S*\/[\w-]{20,}\S*/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
}
