import type { RawBuilder } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import type { Payment } from '#server/services/payments.ts';

/** What only the one who ran the product knows; an invariant that needs it is not asked without. */
export interface Witness {
  /** Every form that was answered with success, with each id that it was answered. */
  accepted?: readonly { key: string; id: number }[];
  /** Every form of a gift that was answered with success, with each id and link that it was answered. */
  given?: readonly { key: string; id: string; link: string }[];
  /** Every payment that the provider's accounts hold. */
  ledger?: readonly { instance: string; payments: readonly Payment[] }[];
  /** What anybody is told that was given to the participants of an event, in rappen. */
  shown?: readonly { eventId: number; amount: number }[];
  /** What the last answer to each link said of its pledge, once no press is under way. */
  pressed?: readonly { token: string; status: string }[];
  /** Every physical copy that the mailbox holds. */
  copies?: readonly Copy[];
  /** What the product logged. */
  logs?: readonly string[];
  /** What it answered to anybody: pages and data. */
  answers?: readonly string[];
  /** The product's time, where a test moved it. */
  now?: Date;
}

export interface Copy {
  messageId: string;
  /** What its reader alone may know; null where it carries nothing. */
  token: string | null;
  to: readonly string[];
}

export interface Invariant {
  name: string;
  holds: string;
  /** One line per violation; null when the witness does not say what is needed. */
  hits(db: Database, witness: Witness): Promise<string[] | null>;
}

export async function ask(db: Database, statement: RawBuilder<{ hit: string }>): Promise<string[]> {
  return (await statement.execute(db)).rows.map(({ hit }) => hit);
}
