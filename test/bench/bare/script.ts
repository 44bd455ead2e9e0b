export type Values = Record<string, unknown>;

/** A number drawn by chance, or a statement; `kept`: what goes before the names of the columns that later ones use. */
type Step =
  | { name: string; least: number; most: number }
  | { name: string; text: string; uses: string[]; kept: string | null };

/** As much of pgbench's language as our scripts speak: `\set … random()`, variables, `\gset`. */
export function steps(script: string): Step[] {
  const found: Step[] = [];
  for (const part of script.split(/;\s*\n|\\gset\b/)) {
    // What stands behind `\gset` belongs to the statement before it.
    const prefix = /^ *(\w+_)?\n/.exec(part);
    const last = found.at(-1);
    if (prefix && last && 'text' in last) last.kept = prefix[1] ?? '';
    let text = part.slice(prefix?.[0].length ?? 0);
    for (const [line, name = '', least, most] of text.matchAll(/\\set (\w+) random\((\d+), (\d+)\)\n?/g)) {
      found.push({ name, least: Number(least), most: Number(most) });
      text = text.replace(line, '');
    }
    if (text.trim() === '') continue;
    const uses: string[] = [];
    const numbered = text.trim().replace(/(?<!:):([a-z]\w*)/g, (_, name: string) => `$${uses.push(name)}`);
    found.push({ name: `step ${found.length}`, text: numbered, uses, kept: null });
  }
  return found;
}
