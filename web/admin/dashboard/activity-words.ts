import type { Activity } from '#contract/activity.ts';
import { giftFlags } from '#domain/gift.ts';
import { formatMoney, parseMoney } from '#domain/money.ts';
import type { Translate } from '#locales/messages.ts';
import { fieldNames } from '#web/admin/parts/field-names.ts';

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
  'page.created',
  'pages.created',
  'page.mailed',
  'gift.paid',
  'gift.corrected',
  'gift.flagged',
  'gift.settled',
  'gifts.exported',
  'mail.resent',
  'mails.resent',
  'persons.searched',
  'person.exported',
  'person.erased',
  'gifts.forgotten',
  'pledges.forgotten',
  'mails.emptied',
] as const;
type Action = (typeof actions)[number];

export const actionOf = (word: unknown): Action | undefined => actions.find((action) => action === word);

/** What was done, in words and with its counts. An action without words of ours stands as it was recorded. */
export function didOf({ action, changed }: Activity, text: Translate): string {
  const known = actionOf(action);
  return known
    ? text(`admin.did.${known}`, {
        ...zeroes,
        ...changed,
        ...inWords(changed, text),
        fields: Array.isArray(changed.fields) ? fieldNames(changed.fields, text) : '',
      })
    : action;
}

/** The amounts and the flag of a gift in words. Other actions use these names for other things, so all is checked. */
function inWords({ was, net, flag: recorded }: Activity['changed'], text: Translate) {
  const flag = giftFlags.find((one) => one === recorded);
  return { was: amount(was), net: amount(net), reason: flag ? text(`export.flags.${flag}`) : '' };
}

function amount(recorded: unknown): string {
  const money = parseMoney(String(recorded));
  return money === null ? '' : formatMoney(money);
}

/** Counts that an old line lacks: it was recorded before they were. */
const zeroes = {
  count: 0,
  created: 0,
  updated: 0,
  withdrawn: 0,
  found: 0,
  queued: 0,
  pledges: 0,
  gifts: 0,
  mails: 0,
  status: '',
  format: '',
  renewed: 'false',
};
