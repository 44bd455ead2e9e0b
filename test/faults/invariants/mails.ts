import { sql } from 'kysely';
import { mailboxKey } from '#domain/email.ts';
import type { Database } from '#server/db/connect.ts';
import { ask, type Copy, type Invariant, type Witness } from './ask.ts';

export const mailInvariants: Invariant[] = [
  {
    name: 'I3',
    holds: 'each pledge has one request mail: sent, failed with a reason, or queued with its token',
    hits: (db) => ask(db, onePledgeOneMail()),
  },
  {
    name: 'I4',
    holds: 'all copies of one mail carry one Message-ID and one token, which works',
    hits: (db, { copies = [] }) => ask(db, copiesAreAlike(copies)),
  },
  {
    name: 'I5',
    holds: 'no mail without a cause, none to anybody but its donor, or the participant it tells of a page or a gift',
    hits: strangersGetNoMail,
  },
];

const onePledgeOneMail = () => sql<{ hit: string }>`
  select format('pledge %s has %s request mails', p.id, count(m.id)) as hit
  from pledges p left join mails m on m.pledge_id = p.id and m.kind = 'pledge-request' and m.resend_of is null
  where p.erased_at is null group by p.id having count(m.id) <> 1
  union all
  select format('mail %s failed without a reason', id) from mails where failed_at is not null and last_error is null
  union all
  select format('mail %s keeps its token', id) from mails
  where (sent_at is not null or failed_at is not null) and secrets is not null
  union all
  select format('mail %s waits without its token', id) from mails
  where sent_at is null and failed_at is null and secrets is null
  union all
  select format('mail %s repeats a mail of another pledge', m.id)
  from mails m join mails earlier on earlier.id = m.resend_of where earlier.pledge_id is distinct from m.pledge_id`;

const copiesAreAlike = (copies: readonly Copy[]) => sql<{ hit: string }>`
  with copies as (
    select * from json_to_recordset(${JSON.stringify(copies)}::json) as copy("messageId" text, token text)
  )
  select format('%s mails are called %s', count(*), message_id) as hit
  from mails group by message_id having count(*) > 1
  union all
  select format('copies of %s carry %s tokens', "messageId", count(distinct token))
  from copies group by "messageId" having count(distinct token) > 1
  union all
  select distinct format('a copy of %s carries nothing that opens what it is about', message_id)
  from copies c join mails m on m.message_id = c."messageId"
  where m.participant_id is null and not exists (
    select from gifts g where g.id = m.gift_id and (g.public_id = c.token or g.erased_at is not null)
  ) and not exists (
    select from links l
    where l.token_hash = sha256(convert_to(c.token, 'UTF8')) and l.purpose = 'act' and l.pledge_id = m.pledge_id
  ) and not exists (select from pledges p where p.id = m.pledge_id and p.erased_at is not null)`;

/** What counts as one mailbox is the domain's to say, so SQL only narrows down. */
async function strangersGetNoMail(db: Database, { copies = [] }: Witness): Promise<string[]> {
  const { rows } = await sql<{ name: string; to: string[]; owner: string | null }>`
    with owned as (
      select m.id, m.message_id, m.to_email, case
        when m.pledge_id is not null then p.donor_email
        when m.kind = 'gift-thanks' then g.donor_email
        -- A participant's address moves with every list: that he was meant must show otherwise.
        when m.kind = 'gift-received' and g.paid_at is not null and m.participant_id = g.participant_id then m.to_email
        when m.kind = 'page-link' and exists (
          select from activities a where a.subject_id in (m.id, m.resend_of) and a.action in ('page.mailed', 'mail.resent')
            or a.event_id = m.event_id and a.action = 'mails.resent' or a.action = 'mails.resent' and a.event_id is null
        ) then m.to_email
      end as owner
      from mails m left join pledges p on p.id = m.pledge_id left join gifts g on g.id = m.gift_id
      left join participants r on r.id = m.participant_id
      where p.erased_at is null and r.erased_at is null and (g.erased_at is null or m.participant_id is not null)
    )
    select format('mail %s', id) as name, json_build_array(to_email) as to, owner
    from owned where owner is distinct from to_email
    union all
    select format('a copy of %s', c."messageId"), c.to, o.to_email
    from json_to_recordset(${JSON.stringify(copies)}::json) as c("messageId" text, "to" json)
    left join mails m on m.message_id = c."messageId"
    left join owned o on o.id = m.id where m.id is null or o.id is not null`.execute(db);
  return rows
    .filter(({ to, owner }) => to.length !== 1 || !owner || mailboxKey(to[0] ?? '') !== mailboxKey(owner))
    .map(({ name, to, owner }) => `${name} goes to ${to.length} with ${owner ? 'another donor' : 'no cause'}`);
}
