-- Money that came for an event after it was deleted is for somebody to look at.
alter table gifts
  drop constraint gift_flag,
  add constraint gift_flag check (flag in ('paid_twice', 'charged_back', 'disputed', 'other_currency', 'test', 'unclear',
    'overpaid', 'underpaid', 'refunded', 'partly_refunded', 'after_deletion'));

-- What counts for nothing, and did or still may.
create index gifts_uncounted on gifts (event_id)
  where net = 0 and (paid_at is not null or failed_at is null or flag is not null);
