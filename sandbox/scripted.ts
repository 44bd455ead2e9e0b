import type { Writable } from 'node:stream';

/** What goes wrong at a stand-in, as a test scripts it: `times` is how often, without it until it is cleared. */
export class Scripted<Fault extends { readonly times?: number }> {
  #faults: { fault: Fault; left: number }[] = [];
  readonly #stalled = new Set<Writable>();

  add(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  /** From now on everything is answered; lines that stall are closed. */
  clear(): void {
    this.#faults = [];
    for (const line of this.#stalled) line.destroy();
    this.#stalled.clear();
  }

  /** The first fault that acts here and now, counted down. */
  next(acts: (fault: Fault) => boolean): Fault | null {
    const found = this.#faults.find(({ fault, left }) => left > 0 && acts(fault));
    if (!found) return null;
    found.left -= 1;
    return found.fault;
  }

  /** Nobody answers on this line any more. */
  stall(line: Writable): void {
    this.#stalled.add(line);
    line.once('close', () => this.#stalled.delete(line));
  }
}
