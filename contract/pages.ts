import type { z } from 'zod';
import type { Language } from '#domain/language.ts';
import type { Session, User } from './auth.ts';
import type { Event } from './events.ts';
import type { GiftByHolder } from './gifts.ts';
import type { Participant, Sorting } from './participants.ts';
import type { AdminTab, Return, LegalPage } from './paths.ts';
import type { PledgeByLink } from './pledges.ts';

/** A part of a page whose data may be missing: the page is sent all the same, with the reason in its place. */
export type Loaded<T> = { data: T } | { error: string };

/** What an event has raised; amounts as the wire writes them, `1234.50`. */
export interface Raised {
  gifts: string;
  gift_count: number;
  confirmed_per_unit: string;
  supporters: number;
}

/** `raised`: null where it could not be read; then nothing is said of it. */
export type EventCard = Event & { raised: Raised | null };
export type ParticipantRow = Participant & Raised;

export interface ListChoice {
  q: string;
  sort: Sorting;
  size: number;
  /** From 1. */
  page: number;
}

/** A form that came back: what was typed, and what is wrong by field name. */
export interface FormState {
  values: Record<string, string>;
  fields: Record<string, string>;
  /** A failure that belongs to no field. */
  message: string | null;
}

export interface SentPledge {
  id: number;
  participant: PledgeLink['participant'] & { give: string };
  event: PledgeLink['event'];
  donor_email: string;
  amount_per_unit: string;
  max_amount: string | null;
  status: PledgeLink['donation']['status'];
  /** Calendar day. */
  valid_until: string;
}

/** One value that a call takes or answers; those inside another one are called `event.name`, of a list `items[].id`. */
export interface ApiField {
  name: string;
  type: string;
  about: string;
}

/** One call of the published interface, made from its OpenAPI document. */
export interface ApiCall {
  id: string;
  method: string;
  path: string;
  does: string;
  who: string;
  parameters: ApiField[];
  body: ApiField[];
  answers: ApiAnswer[];
  failures: { status: string; codes: string }[];
}

/** Without fields where nothing but a type is to be said. */
export interface ApiAnswer extends Omit<ApiField, 'name'> {
  status: string;
  fields: ApiField[];
}

export interface ApiGroup {
  name: string;
  calls: ApiCall[];
}

type PledgeLink = z.output<typeof PledgeByLink>;

/** The props of every page. The server finds them, the page is a function of them, the browser hydrates from them. */
export interface Pages {
  home: { featured: Loaded<EventCard[]>; upcoming: Loaded<EventCard[]> };
  participants: {
    /** Everything the selector offers. */
    events: Loaded<Event[]>;
    event: EventCard | null;
    /** Opened under the event's own address: no selector, no main navigation. */
    own: boolean;
    choice: ListChoice;
    list: Loaded<{ items: ParticipantRow[]; total: number }>;
  };
  /** `gift`: how much may be given; null where the event takes no gifts. */
  give: {
    event: Event;
    participant: ParticipantRow;
    gift: { min: string; max: string } | null;
    form: FormState | null;
  };
  /** `page`: what the give page is called; `address`: where it is, as people type it. */
  card: { page: string; name: string; address: string };
  /** `came`: what the payment page said on the way back, a hint; `raised`: what the participant was given by now. */
  gift: {
    gift: GiftByHolder;
    came: Return | null;
    raised: { amount: string; goal: string | null } | null;
  };
  'pledge-sent': { pledge: SentPledge; receipt: string };
  'pledge-result': {
    action: 'confirm' | 'cancel';
    token: string;
    pledge: PledgeLink | null;
    /** Whether the last move was mailed; null while it is pending. */
    email_sent: boolean | null;
  };
  callback: { return_to: string };
  /** No data: each screen asks for its own when it opens. */
  admin: { tab: AdminTab };
  profile: {
    user: Pick<User, 'name' | 'email' | 'roles'>;
    session: Pick<Session, 'signed_in_at' | 'expires_at'>;
    /** How many more the person has. */
    elsewhere: number;
  };
  'api-docs': { groups: ApiGroup[] };
  legal: { page: LegalPage; pledgeDays: number; mailDays: number; noticeDays: number };
  'no-access': Record<string, never>;
  'not-found': Record<string, never>;
  /** `sign_in`: why nobody can sign in now, in words; null where the page itself failed. */
  error: { sign_in: string | null };
}
export type PageName = keyof Pages;

export interface FooterLink {
  /** A key of the footer's texts, or the name of a social network as people write it. */
  name: string;
  href: string;
}

/** The brand a visitor sees: configuration. */
export interface Brand {
  name: string;
  /** Nobody gave it another name or a logo: our word mark is drawn. */
  isOurs: boolean;
  /** Address of a configured logo. */
  logo: string | null;
  footer: { contact: FooterLink[]; about: FooterLink[]; socials: FooterLink[] };
  /** Who runs this site: what imprint and contact say. */
  operator: { name: string; street: string | null; city: string | null; email: string | null };
}

/** What every page is framed by. */
export interface Shell {
  language: Language;
  /** Path and query of this page, without `lng`: what the language menu links to. */
  address: string;
  staff: Pick<User, 'name' | 'roles'> | null;
  brand: Brand;
}

/** What only machines read of a page: search engines, and whoever draws a preview of a link. */
export interface Head {
  /** Absolute address of the page, when it is one to be known by. */
  canonical: string | null;
  /** May search engines show it? */
  indexable: boolean;
  /** Absolute address of the image that goes around with the link. */
  image: { address: string; alt: string } | null;
  /** Address of a configured brand's icon; null for our own. */
  icon: string | null;
}

/** The JSON block a page carries for the browser. */
export interface Boot<P extends PageName = PageName> {
  page: P;
  props: Pages[P];
  shell: Shell;
}
