import type { Activity } from '#contract/activity.ts';
import type { TextKey, Translate } from '#locales/messages.ts';

/** All that the server records, in the order of the day. */
export const actions = [
  'event.opened',
  'event.changed',
  'event.deleted',
  'participants.synced',
  'timing.requested',
  'participant.added',
  'participant.changed',
  'pledge.cancelled',
  'pledges.exported',
  'mail.resent',
  'mails.resent',
  'persons.searched',
  'person.exported',
  'person.erased',
  'pledges.forgotten',
  'mails.emptied',
] as const;
export type Action = (typeof actions)[number];

export const actionOf = (word: unknown): Action | undefined => actions.find((action) => action === word);

/** What was done, in words, with its counts; what we have no words for as it was recorded. */
export function didOf({ action, changed }: Activity, text: Translate): string {
  const known = actionOf(action);
  return known ? text(`admin.did.${known}`, { ...zeroes, ...changed, fields: fieldsOf(changed.fields, text) }) : action;
}

/** A line that was recorded before a count was: nobody is told more than what is known. */
const zeroes = {
  count: 0,
  created: 0,
  updated: 0,
  withdrawn: 0,
  found: 0,
  queued: 0,
  pledges: 0,
  mails: 0,
  status: '',
  format: '',
};

/** The fields of a form by the words above them. */
const labels: Record<string, TextKey> = {
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
  donation_goal: 'admin.event.goal',
  donation_per_unit_goal: 'admin.event.goal',
  donation_total_goal: 'admin.event.totalGoal',
  show_donation_total: 'admin.event.showGifts',
  show_donation_per_unit_total: 'admin.event.showPledges',
  names_shown: 'admin.event.names',
  indexable: 'admin.event.indexable',
  language: 'admin.event.language',
  mail_participants: 'admin.event.mailParticipants',
  first_name: 'participants.firstName',
  last_name: 'participants.lastName',
  bib: 'bib.number',
  category: 'admin.field.category',
  birth_year: 'participants.birthYear',
  club: 'participants.club',
  country: 'admin.field.country',
  email: 'admin.email',
  motivational_message: 'participants.message',
};

function fieldsOf(fields: unknown, text: Translate): string {
  if (!Array.isArray(fields)) return '';
  const names = fields.map((field: string) => {
    const label = field.startsWith('organiser_') ? 'admin.event.organiser' : labels[field];
    return label ? text(label) : field;
  });
  return [...new Set(names)].join(', ');
}
