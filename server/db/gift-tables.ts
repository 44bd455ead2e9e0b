import type { Generated, GeneratedAlways } from 'kysely';
import type { GiftFlag, PaymentStatus } from '#domain/gift.ts';
import type { Language } from '#domain/language.ts';
import type { Rappen } from '#domain/money.ts';
import type { Json, Now } from './columns.ts';

interface PaymentPages {
  id: GeneratedAlways<number>;
  public_id: Generated<string>;
  participant_id: number;
  created_at: Now;
  replaced_at: Date | null;
}

interface Gifts {
  id: GeneratedAlways<number>;
  public_id: string;
  event_id: number;
  participant_id: number;
  payment_page_id: number | null;
  donor_id: number | null;
  donor_name: string | null;
  donor_email: string | null;
  amount: Rappen;
  anonymous: boolean;
  message: string | null;
  language: Language;
  client_key: string | null;
  client_hash: string | null;
  created_at: Now;
  paid_at: Date | null;
  failed_at: Date | null;
  net: Generated<Rappen>;
  flag: GiftFlag | null;
  flag_done_at: Date | null;
  erased_at: Date | null;
  /** Donor and address, folded. */
  search: GeneratedAlways<string>;
}

interface Checkouts {
  id: GeneratedAlways<number>;
  gift_id: number;
  attempt: number;
  instance: string;
  reference: string;
  amount: Rappen;
  created_at: Now;
  /** As the provider calls it; null until it answered. */
  gateway_id: string | null;
  link: string | null;
  given_up_at: Date | null;
  status_raw: string | null;
  closed_at: Date | null;
  wanted_at: Date | null;
  looked_at: Date | null;
  next_look_at: Date | null;
}

interface Payments {
  id: GeneratedAlways<number>;
  source: Generated<'payrexx'>;
  instance: string;
  provider_ref: string;
  checkout_id: number;
  gift_id: number;
  is_reversal: boolean;
  reversal_of: string | null;
  status: PaymentStatus;
  status_raw: string;
  mode: 'live' | 'test' | 'unknown';
  currency: string | null;
  amount: number;
  refunded_amount: number;
  method: string | null;
  occurred_at: Date | null;
  seen_at: Date;
}

interface PaymentEvents {
  payment_id: number;
  seq: number;
  at: Date;
  changed: Json<Record<string, { old: unknown; new: unknown }>>;
}

interface Notices {
  id: GeneratedAlways<number>;
  key: string;
  checkout_id: number;
  body: Buffer | null;
  content_type: string;
  received_at: Date;
  handled_at: Date | null;
}

interface PaymentSweeps {
  instance: string;
  next_at: Date;
  swept_until: Date;
  deep_at: Date | null;
}

/** What gifts and their payments need. */
export interface GiftTables {
  payment_pages: PaymentPages;
  gifts: Gifts;
  checkouts: Checkouts;
  payments: Payments;
  payment_events: PaymentEvents;
  notices: Notices;
  payment_sweeps: PaymentSweeps;
}
