const NAME_WIDTH = 12;
const WHAT_WIDTH = 46;

/** Does one part of the start and says in one line what came of it and how long it took. */
export async function step<Result>(
  name: string,
  work: () => Promise<Result>,
  describe: (result: Result) => string,
): Promise<Result> {
  const started = performance.now();
  const result = await work();
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`  ${name.padEnd(NAME_WIDTH)}${describe(result).padEnd(WHAT_WIDTH)} ${seconds.padStart(4)} s`);
  return result;
}

export function say(name: string, what: string): void {
  console.log(`  ${name.padEnd(NAME_WIDTH)}${what}`);
}
