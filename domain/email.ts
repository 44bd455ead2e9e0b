/** 320 is the longest address SMTP can carry (RFC 5321, 4.5.3.1: 64 + @ + 255). */
export const EMAIL_MAX = 320;

/**
 * Before the @ what HTML's `type=email` takes: letters beyond ASCII reach nobody by a mail server without SMTPUTF8 (RFC
 * 6531). A domain may have them, it travels as punycode.
 */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && ADDRESS.test(text) && !text.includes('..') && !/^\.|\.@/.test(text);
}

/** One key per mailbox: letter case and a `+tag` do not make another person. */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).toLowerCase().split('+');
  return `${local}@${email.slice(at + 1).toLowerCase()}`;
}
