-- Conventions: money in integer rappen; state is a timestamp; every check has a name, since checks widen later.

create table events (
  id                     int generated always as identity primary key,
  name                   text not null constraint event_name check (name <> ''),
  slug                   text not null,
  slug_plain             text not null,
  event_date             date,
  place                  text,
  purpose                text,
  image_url              text,
  is_active              boolean not null default true,
  registration_link      text,
  ranking_link           text,
  timing_address         text not null,
  timing_columns         text,
  payrexx_instance       text,
  takes_gifts            boolean not null default false,
  takes_pledges          boolean not null default false,
  unit_text              text,
  expected_units         int constraint event_expected_units check (expected_units > 0),
  gift_goal              bigint constraint event_gift_goal check (gift_goal > 0),
  pledge_goal            bigint constraint event_pledge_goal check (pledge_goal > 0),
  total_goal             bigint constraint event_total_goal check (total_goal > 0),
  show_gift_total        boolean not null default false,
  -- On unless it is switched off: the described form does not send it, and a list of pledges shows what was promised.
  show_pledge_total      boolean not null default true,
  names_shown            text not null default 'full' constraint event_names_shown check (names_shown in ('full', 'short', 'none')),
  indexable              boolean not null default false,
  language               text not null default 'de' constraint event_language check (language in ('de', 'en', 'fr', 'it')),
  mail_participants      boolean not null default false,
  organiser_name         text,
  organiser_street       text,
  organiser_house_no     text,
  organiser_zip          text,
  organiser_city         text,
  organiser_country      text,
  organiser_email        text,
  organiser_website      text,
  organiser_privacy_url  text,
  list_version           int not null default 1,
  last_synced_at         timestamptz,
  created_at             timestamptz not null default now(),
  deleted_at             timestamptz
);
create index events_slug on events (slug) where deleted_at is null;
create index events_slug_plain on events (slug_plain) where deleted_at is null;

create table participants (
  id                     int generated always as identity primary key,
  event_id               int not null references events,
  source                 text not null,
  source_id              text not null,
  first_name             text not null,
  last_name              text not null,
  -- Folded from the name as it is shown; so is `search`, which also holds category and bib.
  sort_name              text not null,
  search                 text not null,
  bib                    text,
  category               text,
  birth_year             int constraint participant_birth_year check (birth_year between 1900 and 2100),
  club                   text,
  country                text,
  email                  text,
  names_shown            text constraint participant_names_shown check (names_shown in ('full', 'short', 'none')),
  motivational_message   varchar(160),
  units                  numeric(10, 3) constraint participant_units check (units >= 0),
  pinned                 text[] not null default '{}',
  row_hash               text not null,
  created_at             timestamptz not null default now(),
  approved_at            timestamptz,
  withdrawn_at           timestamptz,
  erased_at              timestamptz,
  constraint participant_of_event unique (event_id, id),
  constraint participant_source unique (event_id, source, source_id)
);
create index participants_list on participants (event_id, sort_name, id) where withdrawn_at is null;

create table sync_runs (
  id           int generated always as identity primary key,
  event_id     int not null references events,
  staff_id     int,
  started_at   timestamptz not null default now(),
  finished_at  timestamptz,
  outcome      text constraint sync_outcome check (outcome in ('done', 'held', 'failed', 'abandoned')),
  reason       text,
  counts       jsonb not null default '{}',
  constraint sync_finished check ((finished_at is null) = (outcome is null))
);
-- One run per event at a time, over all instances.
create unique index sync_running on sync_runs (event_id) where finished_at is null;
create index sync_latest on sync_runs (event_id, id desc);

-- What a run did to whom. Laps alone are no change: they move all day.
create table sync_changes (
  run_id          int not null references sync_runs,
  participant_id  int not null references participants,
  kind            text not null constraint sync_change_kind check (kind in ('created', 'changed', 'withdrawn', 'returned')),
  -- Column → {old, new}. Emptied by an erasure.
  changed         jsonb not null default '{}',
  primary key (run_id, participant_id)
);
create index sync_changes_participant on sync_changes (participant_id);

create table donors (
  id           int generated always as identity primary key,
  -- One row per mailbox; the address as typed stands on each pledge.
  email_key    text unique,
  language     text not null constraint donor_language check (language in ('de', 'en', 'fr', 'it')),
  verified_at  timestamptz,
  erased_at    timestamptz
);

create table pledges (
  id              int generated always as identity primary key,
  event_id        int not null,
  participant_id  int not null,
  donor_id        int not null references donors,
  donor_name      text not null,
  -- As typed for this pledge: its mails go there. The mailbox it belongs to (donors) is for limits.
  donor_email     text,
  donor_street    text,
  donor_zip       text,
  donor_city      text,
  donor_country   text,
  rate            bigint not null constraint pledge_rate check (rate between 1 and 100000),
  max_amount      bigint constraint pledge_max_amount check (max_amount > 0),
  anonymous       boolean not null default false,
  message         varchar(160),
  language        text not null constraint pledge_language check (language in ('de', 'en', 'fr', 'it')),
  client_key      text unique,
  client_hash     text,
  created_at      timestamptz not null default now(),
  confirmed_at    timestamptz,
  cancelled_at    timestamptz,
  cancel_reason   text,
  erased_at       timestamptz,
  constraint pledge_participant foreign key (event_id, participant_id) references participants (event_id, id)
);
create index pledges_counted on pledges (participant_id) where confirmed_at is not null and cancelled_at is null;
create index pledges_donor on pledges (donor_id);
create index pledges_event on pledges (event_id, id);

create table pledge_events (
  pledge_id  int not null references pledges,
  seq        int not null,
  kind       text not null constraint pledge_event_kind check (kind in ('promised', 'confirmed', 'cancelled')),
  at         timestamptz not null default now(),
  -- What caused it: call, script or button, and whether it queued a mail. Emptied by an erasure.
  evidence   jsonb not null default '{}',
  primary key (pledge_id, seq)
);

-- Kept by the transaction that moves a pledge. One row per participant, so no event row is ever hot.
create table participant_totals (
  participant_id     int primary key references participants,
  event_id           int not null references events,
  rate_confirmed     bigint not null default 0 constraint total_rate check (rate_confirmed >= 0),
  pledges_confirmed  int not null default 0 constraint total_confirmed check (pledges_confirmed >= 0),
  pledges_pending    int not null default 0 constraint total_pending check (pledges_pending >= 0)
);
create index participant_totals_event on participant_totals (event_id);

-- What an event has raised, by kind. Whatever shows a total reads only this.
create view contributions as
  select event_id, participant_id, 'pledge' as kind, rate_confirmed as amount, pledges_confirmed as supporters
  from participant_totals;

-- The outbox, the log of sent mails and the queue are this one table.
create table mails (
  id          int generated always as identity primary key,
  kind        text not null,
  cause_key   text not null unique,
  event_id    int references events,
  pledge_id   int references pledges,
  to_email    text not null,
  to_name     text not null,
  reply_to    text,
  language    text not null constraint mail_language check (language in ('de', 'en', 'fr', 'it')),
  data        jsonb not null,
  -- Tokens the mail carries; emptied as soon as it is sent or given up.
  secrets     jsonb,
  message_id  text not null unique,
  resend_of   int references mails,
  created_at  timestamptz not null default now(),
  -- When it was to leave: what limits count. `send_after` moves with every try.
  planned_at  timestamptz not null,
  send_after  timestamptz not null,
  tries       int not null default 0,
  sent_at     timestamptz,
  failed_at   timestamptz,
  last_error  text,
  constraint mail_end check (sent_at is null or failed_at is null)
);
create index mails_due on mails (send_after) where sent_at is null and failed_at is null;
create index mails_event on mails (event_id, id desc);
create index mails_pledge on mails (pledge_id);

create table links (
  token_hash  bytea primary key,
  purpose     text not null constraint link_purpose check (purpose in ('act', 'receipt')),
  pledge_id   int not null references pledges on delete cascade,
  mail_id     int references mails,
  created_at  timestamptz not null default now()
);
create index links_pledge on links (pledge_id);

create table staff (
  id      int generated always as identity primary key,
  issuer  text not null,
  sub     text not null,
  name    text not null,
  email   text,
  unique (issuer, sub)
);

create table sessions (
  id_hash            bytea primary key,
  staff_id           int not null references staff,
  roles              text[] not null,
  idp_sid            text,
  id_token           text,
  refresh_token      text,
  access_expires_at  timestamptz,
  checked_at         timestamptz not null default now(),
  created_at         timestamptz not null default now(),
  seen_at            timestamptz not null default now(),
  expires_at         timestamptz not null
);
create index sessions_staff on sessions (staff_id);

create table sign_in_attempts (
  cookie_hash  bytea primary key,
  state        text not null,
  nonce        text not null,
  verifier     text not null,
  return_to    text not null,
  created_at   timestamptz not null default now()
);

-- Ids, names of changed fields and values that are nobody's: so it never needs changing.
create table activities (
  id              bigint generated always as identity primary key,
  at              timestamptz not null default now(),
  staff_id        int references staff,
  action          text not null,
  event_id        int references events,
  participant_id  int references participants,
  subject         text,
  subject_id      int,
  changed         jsonb not null default '{}'
);
create index activities_event on activities (event_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'activities are append only';
end $$;
create trigger activities_append_only before update or delete on activities
  for each row execute function refuse_change();

create unlogged table rate_windows (
  key           text primary key,
  window_start  timestamptz not null,
  ends_at       timestamptz not null,
  n             int not null
);
