import type { Socket } from 'node:net';

/** Where in the SMTP dialogue: `data` is after the whole message, when the sender waits for its answer. */
export type MailStage = 'connect' | 'mail' | 'rcpt' | 'data';

export interface MailFault {
  readonly at: MailStage;
  /** A reply code refuses, `stall` never answers, `cut` closes the connection. */
  readonly does: number | 'stall' | 'cut';
  readonly text?: string;
  /** Only for recipients that hold this; known from `rcpt` on. */
  readonly to?: string;
  /** How often it acts; without it, until it is cleared. */
  readonly times?: number;
}

export class MailFaults {
  #faults: { fault: MailFault; left: number }[] = [];
  readonly #stalled = new Set<Socket>();

  add(fault: MailFault): void {
    this.#faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  /** From now on everything is accepted; connections that stall are closed. */
  clear(): void {
    this.#faults = [];
    for (const socket of this.#stalled) socket.destroy();
    this.#stalled.clear();
  }

  /** The fault that acts now, counted down. */
  take(stage: MailStage, recipients: readonly string[]): MailFault | null {
    const found = this.#faults.find(
      ({ fault: { at, to }, left }) => at === stage && left > 0 && (!to || recipients.some((one) => one.includes(to))),
    );
    if (!found) return null;
    found.left -= 1;
    return found.fault;
  }

  stall(socket: Socket): void {
    this.#stalled.add(socket);
    socket.once('close', () => this.#stalled.delete(socket));
  }
}
