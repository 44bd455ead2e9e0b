import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Language } from '#domain/language.ts';
import type { Rappen } from '#domain/money.ts';
import type { NamesShown } from '#domain/names.ts';
import type { PictureFormat } from '#domain/picture.ts';
import type { MailKind } from '#mails/kinds.ts';
import type { Json, Now } from './columns.ts';
import type { GiftTables } from './gift-tables.ts';
import type { TimingTables } from './timing-tables.ts';

type Flag = Generated<boolean>;

interface Events {
  id: GeneratedAlways<number>;
  name: string;
  slug: string;
  slug_plain: string;
  /** A calendar day, `2027-06-12`. */
  event_date: string | null;
  place: string | null;
  purpose: string | null;
  image_url: string | null;
  is_active: Flag;
  registration_link: string | null;
  ranking_link: string | null;
  timing_address: string;
  timing_columns: string | null;
  payrexx_instance: string | null;
  takes_gifts: Flag;
  takes_pledges: Flag;
  unit_text: string | null;
  expected_units: number | null;
  gift_goal: Rappen | null;
  pledge_goal: Rappen | null;
  total_goal: Rappen | null;
  show_gift_total: Flag;
  show_pledge_total: Flag;
  names_shown: Generated<NamesShown>;
  indexable: Flag;
  language: Generated<Language>;
  mail_participants: Flag;
  organiser_name: string | null;
  organiser_street: string | null;
  organiser_house_no: string | null;
  organiser_zip: string | null;
  organiser_city: string | null;
  organiser_country: string | null;
  organiser_email: string | null;
  organiser_website: string | null;
  organiser_privacy_url: string | null;
  list_version: Generated<number>;
  last_synced_at: Date | null;
  created_at: Now;
  deleted_at: Date | null;
}

interface EventImages {
  event_id: number;
  hash: string;
  width: number;
  format: PictureFormat;
  bytes: Buffer;
}

interface Participants {
  id: GeneratedAlways<number>;
  event_id: number;
  source: string;
  source_id: string;
  first_name: string;
  last_name: string;
  sort_name: string;
  search: string;
  bib: string | null;
  category: string | null;
  /** Where the category is the age group: only to be found by. */
  contest: string | null;
  birth_year: number | null;
  club: string | null;
  country: string | null;
  email: string | null;
  names_shown: NamesShown | null;
  motivational_message: string | null;
  /** Decimal text with three places. */
  units: string | null;
  pinned: Generated<string[]>;
  row_hash: string;
  created_at: Now;
  approved_at: Date | null;
  withdrawn_at: Date | null;
  erased_at: Date | null;
}

interface Donors {
  id: GeneratedAlways<number>;
  email_key: string | null;
  language: Language;
  verified_at: Date | null;
  erased_at: Date | null;
}

interface Pledges {
  id: GeneratedAlways<number>;
  event_id: number;
  participant_id: number;
  donor_id: number;
  donor_name: string;
  /** As typed; null after an erasure. */
  donor_email: string | null;
  donor_street: string | null;
  donor_zip: string | null;
  donor_city: string | null;
  donor_country: string | null;
  rate: Rappen;
  max_amount: Rappen | null;
  anonymous: boolean;
  message: string | null;
  language: Language;
  client_key: string | null;
  client_hash: string | null;
  created_at: Now;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
  cancel_reason: string | null;
  erased_at: Date | null;
  /** Donor, address and town, folded. */
  search: GeneratedAlways<string>;
}

export type PledgeEventKind = 'promised' | 'confirmed' | 'cancelled';

export interface PledgeEvidence {
  by?: 'call' | 'script' | 'button' | 'staff';
  mailed?: boolean;
}

interface PledgeEvents {
  pledge_id: number;
  seq: number;
  kind: PledgeEventKind;
  at: Now;
  evidence: Json<PledgeEvidence>;
}

interface ParticipantTotals {
  participant_id: number;
  event_id: number;
  rate_confirmed: Generated<Rappen>;
  pledges_confirmed: Generated<number>;
  pledges_pending: Generated<number>;
  gifts: Generated<Rappen>;
  gift_count: Generated<number>;
}

/** What is promised and not confirmed. */
interface PendingTotals {
  event_id: number;
  participant_id: number;
  amount: Rappen;
  pledges: number;
}

interface Contributions {
  event_id: number;
  participant_id: number;
  kind: 'pledge' | 'gift';
  amount: Rappen;
  supporters: number;
}

interface Mails {
  id: GeneratedAlways<number>;
  kind: MailKind;
  cause_key: string;
  event_id: number | null;
  pledge_id: number | null;
  gift_id: number | null;
  /** Whom it goes to, where that is a participant. */
  participant_id: number | null;
  to_email: string;
  to_name: string;
  reply_to: string | null;
  language: Language;
  subject: Generated<string>;
  search: GeneratedAlways<string>;
  data: Json<unknown>;
  secrets: ColumnType<unknown, string | null, string | null>;
  message_id: string;
  resend_of: number | null;
  created_at: Now;
  planned_at: Date;
  send_after: Date;
  tries: Generated<number>;
  sent_at: Date | null;
  failed_at: Date | null;
  last_error: string | null;
}

/** Of the mails that failed, those that are still to be said. */
interface UnsaidMails {
  id: number;
  kind: MailKind;
  event_id: number | null;
  pledge_id: number | null;
  gift_id: number | null;
  participant_id: number | null;
}

interface Links {
  token_hash: Buffer;
  purpose: 'act' | 'receipt';
  pledge_id: number;
  mail_id: number | null;
  created_at: Now;
}

interface StaffTable {
  id: GeneratedAlways<number>;
  issuer: string;
  sub: string;
  name: string;
  email: string | null;
}

interface Sessions {
  id_hash: Buffer;
  staff_id: number;
  roles: string[];
  idp_sid: string | null;
  id_token: string | null;
  refresh_token: string | null;
  access_expires_at: Date | null;
  checked_at: Now;
  claimed_at: Date | null;
  created_at: Now;
  seen_at: Now;
  expires_at: Date;
}

interface SignInAttempts {
  cookie_hash: Buffer;
  state: string;
  nonce: string;
  verifier: string;
  return_to: string;
  created_at: Now;
}

interface Activities {
  id: GeneratedAlways<number>;
  at: Now;
  staff_id: number | null;
  action: string;
  event_id: number | null;
  participant_id: number | null;
  subject: string | null;
  subject_id: number | null;
  changed: Json<Record<string, unknown>>;
}

interface RateWindows {
  key: string;
  window_start: Date;
  ends_at: Date;
  n: number;
}

export interface Tables extends GiftTables, TimingTables {
  events: Events;
  event_images: EventImages;
  participants: Participants;
  donors: Donors;
  pledges: Pledges;
  pledge_events: PledgeEvents;
  participant_totals: ParticipantTotals;
  contributions: Contributions;
  pending_totals: PendingTotals;
  mails: Mails;
  unsaid_mails: UnsaidMails;
  links: Links;
  staff: StaffTable;
  sessions: Sessions;
  sign_in_attempts: SignInAttempts;
  activities: Activities;
  rate_windows: RateWindows;
}
