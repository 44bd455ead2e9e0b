import type { TextKey, Translate } from '#locales/messages.ts';
import type { Given } from '#web/api.ts';

type Changed = Given<'PUT /api/events/{id}'>['body'] & Given<'PUT /api/participants/{id}'>['body'];
type Field = Exclude<keyof Changed, `organiser_${string}`>;

/** The fields that calls name, by the words above them in forms. */
const labels: Record<Field, TextKey> = {
  name: 'admin.name',
  is_active: 'admin.status',
  status: 'admin.status',
  rr_simple_ip: 'admin.event.timing',
  rr_columns: 'admin.event.columns',
  event_date: 'admin.date',
  place: 'admin.event.place',
  purpose: 'admin.event.purpose',
  emm_onreg_link: 'admin.event.registration',
  ranking_hub_link: 'admin.event.ranking',
  image_url: 'admin.event.image',
  payrexx_instance: 'admin.event.instance',
  donation_link: 'admin.event.gifts',
  donation_per_unit: 'admin.event.pledges',
  donation_unit_description: 'admin.event.unit',
  expected_units: 'admin.event.expected',
  donation_goal: 'admin.event.giftGoal',
  donation_per_unit_goal: 'admin.event.pledgeGoal',
  donation_total_goal: 'admin.event.totalGoal',
  show_donation_total: 'admin.event.showGifts',
  show_donation_per_unit_total: 'admin.event.showPledges',
  indexable: 'admin.event.indexable',
  language: 'admin.event.language',
  mail_participants: 'admin.event.mailParticipants',
  first_name: 'admin.field.first_name',
  last_name: 'admin.field.last_name',
  email: 'admin.field.email',
  bib: 'admin.field.bib',
  category: 'admin.field.category',
  birth_year: 'admin.field.birth_year',
  club: 'admin.field.club',
  country: 'admin.field.country',
  names_shown: 'admin.field.names_shown',
  motivational_message: 'admin.field.motivational_message',
};

/** What calls name fields by, in words: «Nachname, Verein». Older lines also name what only follows from a field. */
export function fieldNames(fields: string[], text: Translate): string {
  return [...new Set(fields.flatMap((field) => labelOf(field) ?? []))].map((label) => text(label)).join(', ');
}

function labelOf(field: string): TextKey | undefined {
  if (field.startsWith('organiser_')) return 'admin.event.organiser';
  return Object.hasOwn(labels, field) ? labels[field as Field] : undefined;
}
