-- One page per participant, where one gives to him. One that was replaced leads to the one that lives.
create table payment_pages (
  id              int generated always as identity primary key,
  -- 64 random bits behind a letter: a page's name is never taken for a participant's id.
  public_id       text not null unique
                  default regexp_replace(gen_random_uuid()::text, '^(.{8})-(.{4})-.{4}-.{4}-(.{4}).*$', 'p\1\2\3')
                  constraint payment_page_public_id check (public_id ~ '^[a-z][a-z0-9]+$'),
  participant_id  int not null references participants,
  created_at      timestamptz not null default now(),
  replaced_at     timestamptz
);
create unique index payment_page_lives on payment_pages (participant_id) where replaced_at is null;

create table gifts (
  id               int generated always as identity primary key,
  -- Unguessable: who knows it is the donor.
  public_id        text not null unique,
  event_id         int not null,
  participant_id   int not null,
  payment_page_id  int references payment_pages,
  -- Null where neither name nor address was given.
  donor_id         int references donors,
  donor_name       text,
  donor_email      text,
  amount           bigint not null constraint gift_amount check (amount > 0),
  anonymous        boolean not null default false,
  message          varchar(160),
  language         text not null constraint gift_language check (language in ('de', 'en', 'fr', 'it')),
  client_key       text unique,
  client_hash      text,
  created_at       timestamptz not null default now(),
  paid_at          timestamptz,
  failed_at        timestamptz,
  net              bigint not null default 0 constraint gift_net check (net >= 0),
  flag             text constraint gift_flag check (flag in ('paid_twice', 'charged_back', 'disputed', 'other_currency',
                     'test', 'unclear', 'overpaid', 'underpaid', 'refunded', 'partly_refunded')),
  flag_done_at     timestamptz,
  erased_at        timestamptz,
  search           text not null generated always as (
                     folded(coalesce(donor_name, '') || ' ' || coalesce(donor_email, ''))
                   ) stored,
  constraint gift_participant foreign key (event_id, participant_id) references participants (event_id, id),
  constraint gift_paid check (net = 0 or paid_at is not null),
  constraint gift_failed check (failed_at is null or paid_at is null),
  constraint gift_flag_done check (flag_done_at is null or flag is not null)
);
create index gifts_event on gifts (event_id, id);
create index gifts_participant on gifts (participant_id, id);
create index gifts_donor on gifts (donor_id) where donor_id is not null;
create index gifts_open on gifts (created_at) where paid_at is null and failed_at is null;
create index gifts_flagged on gifts (event_id) where flag is not null and flag_done_at is null;
create index gifts_created on gifts using brin (created_at);

-- One session at the provider. Nothing there is idempotent: an attempt whose answer was lost is given up, and its link
-- never leaves us.
create table checkouts (
  id            int generated always as identity primary key,
  gift_id       int not null references gifts,
  attempt       int not null constraint checkout_attempt check (attempt > 0),
  instance      text not null,
  -- Ours, `<public id of the gift>.<attempt>`; the provider repeats it with every payment.
  reference     text not null unique,
  amount        bigint not null constraint checkout_amount check (amount > 0),
  created_at    timestamptz not null default now(),
  gateway_id    text,
  link          text,
  given_up_at   timestamptz,
  status_raw    text,
  closed_at     timestamptz,
  -- Something points to news; cleared when somebody looks.
  wanted_at     timestamptz,
  looked_at     timestamptz,
  next_look_at  timestamptz,
  unique (gift_id, attempt),
  unique (instance, gateway_id),
  constraint checkout_answered check (link is null or gateway_id is not null)
);
-- At most one link of a gift leaves us.
create unique index checkout_link on checkouts (gift_id) where link is not null;
create index checkouts_due on checkouts (next_look_at) where next_look_at is not null;

-- What the provider says now, row by row: money that came in, and rows that give back.
create table payments (
  id               int generated always as identity primary key,
  source           text not null default 'payrexx' constraint payment_source check (source in ('payrexx')),
  instance         text not null,
  provider_ref     text not null,
  checkout_id      int not null references checkouts,
  gift_id          int not null references gifts,
  is_reversal      boolean not null,
  -- The row it takes from, as the provider calls it.
  reversal_of      text,
  status           text not null,
  status_raw       text not null,
  mode             text not null constraint payment_mode check (mode in ('live', 'test', 'unknown')),
  currency         text,
  amount           bigint not null constraint payment_amount check (amount >= 0),
  refunded_amount  bigint not null constraint payment_refunded check (refunded_amount >= 0),
  method           text,
  occurred_at      timestamptz,
  -- When we asked: what was asked before says nothing against it.
  seen_at          timestamptz not null,
  unique (source, instance, provider_ref),
  constraint payment_reversal check (is_reversal or reversal_of is null)
);
create index payments_gift on payments (gift_id);
create index payments_checkout on payments (checkout_id);

create table payment_events (
  payment_id  int not null references payments,
  seq         int not null,
  at          timestamptz not null,
  -- Column → {old, new}.
  changed     jsonb not null,
  primary key (payment_id, seq)
);
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% are append only', tg_table_name;
end $$;
create trigger payment_events_append_only before update or delete on payment_events
  for each row execute function refuse_change();

-- Hints of the provider; whoever looks has worked all that came before.
create table notices (
  id            int generated always as identity primary key,
  key           text not null unique,
  checkout_id   int not null references checkouts,
  -- As it came; cleared after fourteen days.
  body          bytea,
  content_type  text not null,
  received_at   timestamptz not null,
  handled_at    timestamptz
);
create index notices_checkout on notices (checkout_id);
create index notices_open on notices (received_at) where handled_at is null;
create index notices_kept on notices (received_at) where body is not null;

-- How far the lists of payments of each account have been read.
create table payment_sweeps (
  instance     text primary key,
  next_at      timestamptz not null,
  swept_until  timestamptz not null,
  deep_at      timestamptz
);

alter table participant_totals
  add column gifts bigint not null default 0 constraint total_gifts check (gifts >= 0),
  add column gift_count int not null default 0 constraint total_gift_count check (gift_count >= 0);

-- The version that runs while this one starts asks for its own kind only.
create or replace view contributions as
  select event_id, participant_id, 'pledge' as kind, rate_confirmed as amount, pledges_confirmed as supporters
  from participant_totals
  union all
  select event_id, participant_id, 'gift', gifts, gift_count
  from participant_totals;

-- A mail about a gift; one to a participant says to whom it goes.
alter table mails
  add column gift_id int references gifts,
  add column participant_id int references participants;
create index mails_gift on mails (gift_id) where gift_id is not null;
create index mails_participant on mails (participant_id) where participant_id is not null;

-- As `failed_mails`, which the version that runs meanwhile locks its rows through, and with mails about gifts and pages.
create view unsaid_mails as
  select f.id, f.kind, f.event_id, f.pledge_id, null::int as gift_id, null::int as participant_id from failed_mails f
  union all
  select m.id, m.kind, m.event_id, null, m.gift_id, m.participant_id
  from mails m join gifts g on g.id = m.gift_id
  where m.failed_at is not null and m.to_email <> '' and g.net > 0
    and not exists (select from mails later where later.gift_id = m.gift_id and later.kind = m.kind and later.id > m.id)
  union all
  select m.id, m.kind, m.event_id, null, null, m.participant_id
  from mails m join participants p on p.id = m.participant_id
  where m.failed_at is not null and m.kind = 'page-link' and p.erased_at is null and p.withdrawn_at is null
    and not exists (
      select from mails later
      where later.participant_id = m.participant_id and later.kind = m.kind and later.id > m.id
    );
