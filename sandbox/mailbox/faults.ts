import { Scripted } from '../scripted.ts';

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

export class MailFaults extends Scripted<MailFault> {
  take(stage: MailStage, recipients: readonly string[]): MailFault | null {
    return this.next(({ at, to }) => at === stage && (!to || recipients.some((one) => one.includes(to))));
  }
}
