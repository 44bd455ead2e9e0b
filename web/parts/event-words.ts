import type { Event } from '#contract/events.ts';
import type { Raised } from '#contract/pages.ts';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/dates.ts';
import type { Language } from '#domain/language.ts';
import { formatCount } from '#domain/money.ts';
import { pageName } from '#domain/names.ts';
import { takesPledges } from '#domain/pledge.ts';
import { sentence } from '#domain/text.ts';
import type { Translate } from '#locales/messages.ts';

/** «Samstag, 12. Juni 2027 · Sportanlage Utogrund, Zürich»; either half may be unknown. */
export function whenAndWhere({ event_date, place }: Event, language: Language, weekday = false): string {
  return [event_date && formatDay(event_date, language, weekday), place].filter(Boolean).join(' · ');
}

/** «Für Schulwege und Lehrmittel. Organisiert von Bildung bewegt.» */
export function purposeOf({ purpose, organiser_name: organiser }: Event, text: Translate): string {
  return [purpose && sentence(purpose), organiser && text('event.organised', { organiser })].filter(Boolean).join(' ');
}

/** Our own list of an event's participants. */
export const listOf = ({ slug }: Event): string => paths.event(slug);

/** The organiser's ranking when there is one, else our own list: never a link to nowhere. */
export const startListOf = (event: Event): string => event.ranking_hub_link ?? listOf(event);

/** Where one gives to a participant. */
export const givePath = (participant: Pick<Participant, 'id' | 'payrexx_page_id'>): string =>
  paths.give(pageName(participant));

/** Registering is for active events that say where. */
export const registrationOf = (event: Event): string | null => (event.is_active ? event.emm_onreg_link : null);

/** Whether anything can be given at an event now. That gifts are wanted is not enough: paying must work as well. */
export const isOpen = (event: Event): boolean => event.is_active && (takesPledges(event) || event.takes_gifts);

/** Whether somebody can give to a participant now. */
export function takesNow(event: Event, { status }: Pick<Participant, 'status'>): boolean {
  return isOpen(event) && status === 'registered';
}

export function giftCount({ gift_count: count }: Raised, text: Translate): string {
  return text('event.gifts', { count, shown: formatCount(count) });
}

export function pledgeCount(count: number, text: Translate): string {
  return text('event.pledges', { count, shown: formatCount(count) });
}
