-- Failed, and still to be said: the last mail about a pledge that is where the mail says, of a donor who is still there.
-- What was sent again, and what the pledge has left behind since, waits for nobody.
create view failed_mails as
  select m.id, m.kind, m.event_id, m.pledge_id
  from mails m join pledges p on p.id = m.pledge_id
  where m.failed_at is not null and p.erased_at is null
    and m.kind = case
      when p.cancelled_at is not null then 'pledge-cancelled'
      when p.confirmed_at is not null then 'pledge-confirmed'
      else 'pledge-request' end
    and not exists (select from mails later where later.pledge_id = m.pledge_id and later.id > m.id);

-- A mail is forgotten together with its pledge: what might still point to it is looked for by these.
create index mails_resent on mails (resend_of) where resend_of is not null;
create index links_mail on links (mail_id) where mail_id is not null;

-- Who is on a list and waits for approval: few, of many.
create index participants_pending on participants (event_id)
  where source = 'hand' and approved_at is null and withdrawn_at is null;
