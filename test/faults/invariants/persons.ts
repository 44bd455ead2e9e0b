import { sql } from 'kysely';
import { ask, type Invariant } from './ask.ts';

export const personInvariants: Invariant[] = [
  {
    name: 'I16',
    holds: 'nothing says who an erased person was, whatever was under way when he was erased',
    hits: async (db) => [...(await ask(db, donorsAreGone())), ...(await ask(db, participantsAreGone()))],
  },
];

const donorsAreGone = () => sql<{ hit: string }>`
  select format('donor %s was erased and has a mailbox', id) as hit
  from donors where erased_at is not null and email_key is not null
  union all
  select format('pledge %s is of an erased donor and is not', p.id)
  from pledges p join donors d on d.id = p.donor_id where d.erased_at is not null and p.erased_at is null
  union all
  select format('pledge %s says who its erased donor was', id) from pledges
  where erased_at is not null and (donor_name <> '' or num_nonnulls(donor_email, donor_street, donor_zip, donor_city,
    donor_country, message, client_key, client_hash, cancel_reason) > 0)
  union all
  select format('pledge %s was erased and has a link', l.pledge_id)
  from links l join pledges p on p.id = l.pledge_id where p.erased_at is not null
  union all
  select format('pledge %s was erased and tells how it was moved', h.pledge_id)
  from pledge_events h join pledges p on p.id = h.pledge_id where p.erased_at is not null and h.evidence <> '{}'
  union all
  select format('gift %s is of an erased donor and is not', g.id)
  from gifts g join donors d on d.id = g.donor_id where d.erased_at is not null and g.erased_at is null
  union all
  select format('gift %s says who its erased donor was', id) from gifts
  where erased_at is not null and num_nonnulls(donor_name, donor_email, message, client_key, client_hash) > 0
  union all
  select format('notice %s tells of somebody who was erased', n.id)
  from notices n join checkouts c on c.id = n.checkout_id join gifts g on g.id = c.gift_id
  join participants p on p.id = g.participant_id
  where coalesce(g.erased_at, p.erased_at) is not null and n.body is not null
  union all
  select format('mail %s names an erased donor', m.id) from mails m join gifts g on g.id = m.gift_id
  where g.erased_at is not null and (m.data ->> 'donor' <> '' or (m.participant_id is null
    and (m.to_email <> '' or m.to_name <> '' or m.data <> '{}' or m.secrets is not null)))
  union all
  select format('mail %s goes to an erased donor', m.id) from mails m join pledges p on p.id = m.pledge_id
  where p.erased_at is not null and (m.to_email <> '' or m.to_name <> '' or m.data <> '{}' or m.secrets is not null)`;

/** A mail tells of somebody by his number, which is his id. */
const participantsAreGone = () => sql<{ hit: string }>`
  select format('participant %s was erased and is not', id) as hit from participants
  where erased_at is not null and (withdrawn_at is null or concat(first_name, last_name, sort_name, search, row_hash) <> ''
    or num_nonnulls(bib, category, contest, birth_year, club, country, email, motivational_message) > 0)
  union all
  select format('sync %s says what participant %s was', c.run_id, p.id)
  from sync_changes c join participants p on p.id = c.participant_id where p.erased_at is not null and c.changed <> '{}'
  union all
  select format('pledge %s has a message to erased participant %s', g.id, p.id)
  from pledges g join participants p on p.id = g.participant_id
  where p.erased_at is not null and num_nonnulls(g.message, g.cancel_reason) > 0
  union all
  select format('gift %s has a message to erased participant %s', g.id, p.id)
  from gifts g join participants p on p.id = g.participant_id where p.erased_at is not null and g.message is not null
  union all
  select format('mail %s goes to erased participant %s', m.id, p.id)
  from mails m join participants p on p.id = m.participant_id
  where p.erased_at is not null and (m.to_email <> '' or m.to_name <> '' or m.data <> '{}' or m.secrets is not null)
  union all
  select format('mail %s names erased participant %s', m.id, p.id)
  from mails m join gifts g on g.id = m.gift_id join participants p on p.id = g.participant_id
  where p.erased_at is not null and m.participant_id is null
    and m.data -> 'participant' ->> 'name' <> format('Nr. #%s', p.id)
  union all
  select format('mail %s names erased participant %s', m.id, p.id)
  from mails m join pledges g on g.id = m.pledge_id join participants p on p.id = g.participant_id
  where p.erased_at is not null and m.data -> 'participant' ->> 'name' <> format('Nr. #%s', p.id)`;
