import { useRef } from 'react';

/** The same content, the same key: pressing twice and trying again do a thing once. */
export function useIdempotencyKey() {
  const last = useRef({ content: '', key: '' });
  return (body: object): string => {
    const content = JSON.stringify(body);
    if (last.current.content !== content) last.current = { content, key: randomKey() };
    return last.current.key;
  };
}

/** `crypto.randomUUID` exists on https only; a laptop beside the track may serve plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
