const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of a body; null when it is no UTF-8: a sign put in place of what was meant would be stored as typed. */
export function readUtf8(body: string | Buffer): string | null {
  if (typeof body === 'string') return body;
  try {
    return decoder.decode(body);
  } catch {
    return null;
  }
}
