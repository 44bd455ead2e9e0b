import type { Copy, Witness } from './invariants/ask.ts';
import { plantedGifts } from './planted-gifts.ts';

/** An honest run, into which something wrong is planted. */
export interface Scene {
  witness: Required<Omit<Witness, 'now'>>;
  /** One that works, of pledge 2. */
  token: string;
  plant(statement: string): Promise<void>;
  copiesWith(change: Partial<Copy>): Copy[];
}

/** What the run then says about itself, where it is not what it was. */
type Planting = Promise<Partial<Witness> | void> | Partial<Witness>;
export type Planted = [name: string, what: string, plant: (scene: Scene) => Planting, says: RegExp];

/** The log refuses changes; a wrong version would have no such trigger. */
const unlocked = 'alter table activities disable trigger activities_append_only';

/** What each invariant must see: three pledges (pending, confirmed, cancelled), six mails, a sync of one event; a gift. */
export const planted: Planted[] = [
  ...plantedGifts,
  [
    'I1',
    'an accepted pledge that is not there',
    ({ witness }) => ({ accepted: [...witness.accepted, { key: 'lost', id: 99 }] }),
    /form lost .* not stored/,
  ],
  [
    'I1',
    'a form that is stored twice',
    ({ plant }) =>
      plant(`alter table pledges drop constraint pledges_client_key_key;
        update pledges set client_key = (select min(client_key) from pledges)`),
    /is stored 3 times/,
  ],
  [
    'I1',
    'a form that was answered two pledges',
    ({ witness }) => ({ accepted: [...witness.accepted, { key: 'form-1', id: 2 }] }),
    /form form-1 was answered pledge 2/,
  ],
  [
    'I1',
    'a pledge that nobody was told of',
    ({ witness }) => ({ accepted: witness.accepted.slice(1) }),
    /pledge \d was never accepted/,
  ],
  [
    'I3',
    'a pledge without its mail',
    ({ plant }) => plant(`update mails set kind = 'other' where pledge_id = 1`),
    /pledge 1 has 0 request mails/,
  ],
  [
    'I3',
    'a pledge with two',
    ({ plant }) => plant(`update mails set kind = 'pledge-request' where pledge_id = 2`),
    /pledge 2 has 2 request mails/,
  ],
  [
    'I3',
    'a mail given up in silence',
    ({ plant }) => plant('update mails set sent_at = null, failed_at = now()'),
    /failed without a reason/,
  ],
  [
    'I3',
    'a queued mail that lost its token',
    ({ plant }) => plant('update mails set sent_at = null, send_after = now()'),
    /waits without its token/,
  ],
  ['I3', 'a sent mail that kept its token', ({ plant }) => plant(`update mails set secrets = '{}'`), /keeps its token/],
  [
    'I4',
    'two mails of one name',
    ({ plant }) =>
      plant(`alter table mails drop constraint mails_message_id_key; update mails set message_id = '<1@x>'`),
    /7 mails are called/,
  ],
  [
    'I4',
    'copies of one mail with two tokens',
    ({ copiesWith }) => ({ copies: copiesWith({ token: 'x'.repeat(43) }) }),
    /copies of <.*> carry 2 tokens/,
  ],
  ['I4', 'a token that opens nothing', ({ plant }) => plant('delete from links'), /carries nothing that opens/],
  [
    'I5',
    'a mail without a pledge',
    ({ plant }) => plant('update mails set pledge_id = null where id = 1'),
    /mail 1 goes to 1 with no cause/,
  ],
  [
    'I5',
    'a mail to somebody else',
    ({ plant }) => plant(`update mails set to_email = 'mallory@example.test' where id = 1`),
    /mail 1 .* another donor/,
  ],
  [
    'I5',
    'a copy for two',
    ({ copiesWith }) => ({ copies: copiesWith({ to: ['a@example.test', 'b@example.test'] }) }),
    /goes to 2/,
  ],
  [
    'I6',
    'a pledge that was confirmed twice',
    ({ plant }) => plant(`insert into pledge_events (pledge_id, seq, kind) values (2, 3, 'confirmed')`),
    /pledge 2: confirmed after confirmed/,
  ],
  [
    'I6',
    'a step that is missing',
    ({ plant }) => plant('update pledge_events set seq = 5 where pledge_id = 2 and seq = 2'),
    /pledge 2: confirmed after promised/,
  ],
  [
    'I6',
    'a history that runs backwards',
    ({ plant }) =>
      plant(`update pledge_events set at = at - interval '1 hour' where pledge_id = 2 and seq = 2;
        update pledges set confirmed_at = confirmed_at - interval '1 hour' where id = 2`),
    /pledge 2: confirmed before it was promised/,
  ],
  [
    'I6',
    'a time that no step made',
    ({ plant }) => plant('update pledges set cancelled_at = now() where id = 1'),
    /pledge 1: its times do not say promised/,
  ],
  [
    'I6',
    'a time that is another',
    ({ plant }) => plant(`update pledges set confirmed_at = confirmed_at + interval '1 second' where id = 2`),
    /pledge 2: its times do not say confirmed/,
  ],
  [
    'I6',
    'a pledge without a history',
    ({ plant }) => plant('delete from pledge_events where pledge_id = 1'),
    /pledge 1: its times do not say anything/,
  ],
  [
    'I7',
    'a pledge counted twice',
    ({ plant }) => plant('update participant_totals set pledges_confirmed = 2'),
    /2 confirmed and 1 pending are shown, 200 with 1/,
  ],
  [
    'I7',
    'an amount counted twice',
    ({ plant }) => plant('update participant_totals set rate_confirmed = 400'),
    /400 with 1 confirmed/,
  ],
  ['I7', 'totals that are not there', ({ plant }) => plant('delete from participant_totals'), /participant 1/],
  [
    'I7',
    'a move that is mailed twice',
    ({ plant }) =>
      plant(`insert into mails (kind, cause_key, event_id, pledge_id, to_email, to_name, language, data, message_id, planned_at, send_after, sent_at)
        select kind, 'again', event_id, pledge_id, to_email, to_name, language, data, '<again@x>', planned_at, send_after, sent_at
        from mails where kind = 'pledge-confirmed' and pledge_id = 2`),
    /pledge 2: that it is confirmed was to be mailed 1 times, and was 2 times/,
  ],
  [
    'I7',
    'a click that was answered and is lost',
    ({ token }) => ({ pressed: [{ token, status: 'cancelled' }] }),
    /a link was answered cancelled, and its pledge is confirmed/,
  ],
  [
    'I12',
    'two syncs at once',
    ({ plant }) => plant('drop index sync_running; insert into sync_runs (event_id) values (1), (1)'),
    /event 1 has 2 syncs/,
  ],
  [
    'I12',
    'one person twice',
    ({ plant }) =>
      plant(`alter table participants drop constraint participant_source;
        insert into participants (event_id, source, source_id, first_name, last_name, sort_name, search, row_hash)
        select event_id, source, source_id, first_name, last_name, sort_name, search, row_hash from participants`),
    /holds 2 people/,
  ],
  [
    'I12',
    'a failed sync that changed somebody',
    ({ plant }) => plant(`update sync_runs set outcome = 'failed'`),
    /sync 1 was not applied, and changed 1 people/,
  ],
  ['I12', 'half a sync', ({ plant }) => plant('delete from sync_changes'), /sync 1 is half/],
  [
    'I12',
    'a list that is younger than its sync',
    ({ plant }) => plant('update events set last_synced_at = now()'),
    /event 1 says it is of .*, its last applied sync is of/,
  ],
  [
    'I13',
    'an address in a log line',
    () => ({ logs: ['{"to":"Eva <eva.muster+x@example.test>"}'] }),
    /an address is logged/,
  ],
  [
    'I13',
    'a token in a log line',
    ({ token }) => ({ logs: [`GET /donation/confirm/${token}`] }),
    /a token of pledge 2/,
  ],
  [
    'I13',
    'a donor on a page',
    ({ witness }) => ({ answers: [...witness.answers, `<b>${String(witness.copies[0]?.to[0]).toUpperCase()}</b>`] }),
    /the address of a donor is shown/,
  ],
  [
    'I13',
    'a participant on a page',
    async ({ plant, witness }) => {
      await plant(`update participants set email = 'participant@example.test'`);
      return { answers: [...witness.answers, 'mailto:participant@example.test'] };
    },
    /the address of a participant is shown/,
  ],
  [
    'I13',
    'a token on a page',
    ({ token, witness }) => ({ answers: [...witness.answers, `href="/donation/confirm/${token}"`] }),
    /a token of pledge 2 is shown/,
  ],
  [
    'I13',
    'the address of a list on a page',
    async ({ plant }) => {
      await plant(`update events set timing_address = 'https://api.example.test/1/ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'`);
      return { answers: ['"ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"'] };
    },
    /the timing address of event 1 is shown/,
  ],
  [
    'I14',
    'an event that nobody opened',
    ({ plant }) => plant(`${unlocked}; delete from activities where action = 'event.opened'`),
    /nobody opened event 1/,
  ],
  [
    'I14',
    'a deletion in silence',
    ({ plant }) => plant('update events set deleted_at = now()'),
    /nobody deleted event 1/,
  ],
  [
    'I14',
    'a list that was changed in silence',
    ({ plant }) => plant('update events set list_version = list_version + 1'),
    /the list of event 1 changed 2 times, and 1 are told/,
  ],
  [
    'I14',
    'a line that names nobody',
    ({ plant }) => plant(`${unlocked}; update activities set staff_id = null`),
    /nobody did event.opened, line 1/,
  ],
  [
    'I14',
    'a person added in silence',
    ({ plant }) => plant(`update participants set source = 'hand'`),
    /nobody added participant 1/,
  ],
  [
    'I14',
    'a person corrected in silence',
    ({ plant }) => plant(`update participants set pinned = '{bib}'`),
    /nobody corrected participant 1/,
  ],
  [
    'I14',
    'a message set in silence',
    ({ plant }) => plant(`update participants set motivational_message = 'Hopp!'`),
    /nobody corrected participant 1/,
  ],
  [
    'I14',
    'a pledge cancelled in silence',
    ({ plant }) =>
      plant(`insert into pledge_events (pledge_id, seq, kind, evidence) values (1, 2, 'cancelled', '{"by": "staff"}')`),
    /staff moved pledge 1 1 times, and 0 are told/,
  ],
  [
    'I14',
    'a mail sent again in silence',
    ({ plant }) => plant(`update mails set cause_key = 'resend:1:x' where id = 2`),
    /nobody sent mail 2 again/,
  ],
  [
    'I14',
    'failed mails sent again in silence',
    ({ plant }) => plant(`update mails set cause_key = 'again:1' where id = 2`),
    /1 mails were sent again together, and 0 are told/,
  ],
  [
    'I14',
    'a sync by staff in silence',
    ({ plant }) => plant(`${unlocked}; delete from activities where action = 'participants.synced'`),
    /staff synchronised event 1 1 times, and 0 are told/,
  ],
  [
    'I14',
    'a sync of all asked for in silence',
    ({ plant }) => plant('insert into sync_wishes (event_id, staff_id) values (1, 1)'),
    /nobody asked for the sync of event 1/,
  ],
  [
    'I16',
    'a mailbox of an erased donor',
    ({ plant }) => plant('update donors set erased_at = now() where id = 1'),
    /donor 1 was erased and has a mailbox/,
  ],
  [
    'I16',
    'a pledge that an erasure forgot',
    ({ plant }) => plant('update donors set erased_at = now() where id = 1'),
    /pledge 1 is of an erased donor and is not/,
  ],
  [
    'I16',
    'a name on an erased pledge',
    ({ plant }) => plant('update pledges set erased_at = now() where id = 2'),
    /pledge 2 says who/,
  ],
  [
    'I16',
    'a link that an erasure forgot',
    ({ plant }) => plant('update pledges set erased_at = now() where id = 2'),
    /pledge 2 was erased and has a link/,
  ],
  [
    'I16',
    'what caused a move of an erased pledge',
    ({ plant }) => plant('update pledges set erased_at = now() where id = 2'),
    /pledge 2 was erased and tells how/,
  ],
  [
    'I16',
    'a mail to an erased donor',
    ({ plant }) => plant('update pledges set erased_at = now() where id = 1'),
    /mail 1 goes to an erased donor/,
  ],
  [
    'I16',
    'a participant of whom something is left',
    ({ plant }) => plant(`update participants set erased_at = now(), withdrawn_at = now()`),
    /participant 1 was erased and is not/,
  ],
  [
    'I16',
    'old values of an erased participant',
    ({ plant }) =>
      plant(`update participants set erased_at = now();
        update sync_changes set changed = '{"bib": {"old": "1", "new": "2"}}'`),
    /sync 1 says what participant 1 was/,
  ],
  [
    'I16',
    'a message to an erased participant',
    ({ plant }) => plant(`update participants set erased_at = now(); update pledges set message = 'Hopp' where id = 3`),
    /pledge 3 has a message to erased participant 1/,
  ],
  [
    'I16',
    'a mail that names an erased participant',
    ({ plant }) => plant('update participants set erased_at = now()'),
    /mail 1 names erased participant 1/,
  ],
];
