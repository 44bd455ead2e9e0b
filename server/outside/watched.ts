const LOOK_EVERY = 30_000;

/**
 * What the last look said, and since when every look says so; nobody is looked at more often than every 30 s. A look
 * that breaks is broken for those who asked, and forgotten by the next.
 */
export function watched<T>(look: () => Promise<T>): () => Promise<{ said: T; since: Date }> {
  let looked = -Infinity;
  let last: Promise<{ said: T; since: Date }> | null = null;
  const next = async (before: typeof last) => {
    const said = await look();
    const known = await before?.catch(() => null);
    return known?.said === said ? known : { said, since: new Date() };
  };
  return () => {
    if (last && Date.now() - looked < LOOK_EVERY) return last;
    looked = Date.now();
    last = next(last);
    return last;
  };
}
