-- Runs that staff asked for and that no worker has begun yet.
create table sync_wishes (
  event_id  int primary key references events,
  staff_id  int references staff,
  at        timestamptz not null default now()
);
