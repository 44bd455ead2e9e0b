import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Event, EventChange } from '#contract/events.ts';
import { plainMoney } from '#domain/money.ts';
import type { Context } from '#server/context.ts';
import type { EventRow, EventValues } from './queries.ts';

type Change = z.output<typeof EventChange>;

/** Whether an online gift to this event can be paid: by the switch, and by the account that the money goes to. */
export function canTakeGifts(ctx: Context, { takes_gifts, payrexx_instance }: EventRow): boolean {
  return takes_gifts && payrexx_instance !== null && ctx.payments.knows(payrexx_instance);
}

export function presentEvent(ctx: Context, event: EventRow, toStaff: boolean): Event {
  return {
    id: event.id,
    name: event.name,
    slug: event.address,
    created_at: event.created_at.toISOString(),
    event_date: event.event_date,
    place: event.place,
    purpose: event.purpose,
    image_url: event.image_url,
    picture: event.picture,
    is_active: event.is_active,
    emm_onreg_link: event.registration_link,
    ranking_hub_link: event.ranking_link,
    ...(toStaff && { rr_simple_ip: event.timing_address, rr_columns: event.timing_columns }),
    payrexx_instance: event.payrexx_instance,
    donation_link: flagText(event.takes_gifts),
    takes_gifts: canTakeGifts(ctx, event),
    donation_per_unit: flagText(event.takes_pledges),
    donation_unit_description: event.unit_text,
    expected_units: event.expected_units,
    donation_goal: plainMoney(event.gift_goal),
    donation_per_unit_goal: plainMoney(event.pledge_goal),
    donation_total_goal: plainMoney(event.total_goal),
    show_donation_total: flagText(event.show_gift_total),
    show_donation_per_unit_total: flagText(event.show_pledge_total),
    names_shown: event.names_shown,
    indexable: flagText(event.indexable),
    language: event.language,
    mail_participants: flagText(event.mail_participants),
    organiser_name: event.organiser_name,
    organiser_street: event.organiser_street,
    organiser_house_no: event.organiser_house_no,
    organiser_zip: event.organiser_zip,
    organiser_city: event.organiser_city,
    organiser_country: event.organiser_country,
    organiser_email: event.organiser_email,
    organiser_website: event.organiser_website,
    organiser_privacy_url: event.organiser_privacy_url,
    last_synced_at: event.last_synced_at?.toISOString() ?? null,
  };
}

const flagText = (flag: boolean) => (flag ? 'true' : '');

/** Wire fields as columns; what is absent stays absent, so that a change keeps it. */
export function columns(input: Change): Omit<EventValues, 'name' | 'slug' | 'slug_plain' | 'timing_address'> {
  const values = {
    event_date: input.event_date,
    place: input.place,
    purpose: input.purpose,
    image_url: input.image_url,
    is_active: input.is_active,
    registration_link: input.emm_onreg_link,
    ranking_link: input.ranking_hub_link,
    timing_columns: input.rr_columns,
    payrexx_instance: input.payrexx_instance,
    takes_gifts: input.donation_link,
    takes_pledges: input.donation_per_unit,
    unit_text: input.donation_unit_description,
    expected_units: input.expected_units,
    gift_goal: input.donation_goal,
    pledge_goal: input.donation_per_unit_goal,
    total_goal: input.donation_total_goal,
    show_gift_total: input.show_donation_total,
    show_pledge_total: input.show_donation_per_unit_total,
    names_shown: input.names_shown,
    indexable: input.indexable,
    language: input.language,
    mail_participants: input.mail_participants,
    organiser_name: input.organiser_name,
    organiser_street: input.organiser_street,
    organiser_house_no: input.organiser_house_no,
    organiser_zip: input.organiser_zip,
    organiser_city: input.organiser_city,
    organiser_country: input.organiser_country,
    organiser_email: input.organiser_email,
    organiser_website: input.organiser_website,
    organiser_privacy_url: input.organiser_privacy_url,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Of what was sent, as the call names it: address, picture and what else follows from a field are told by it. */
export function changedFields(change: Change, before: Event, after: Event): string[] {
  const isNew = (field: keyof Event) => !isDeepStrictEqual(before[field], after[field]);
  const fields = Object.keys(change) as (keyof Change)[];
  return fields.filter((field) => isNew(field) || (field === 'image_url' && isNew('picture'))).toSorted();
}
