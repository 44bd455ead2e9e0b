-- The twin of `fold` in domain/text.ts, which a test compares with it: staff look people up by names that the public is
-- not shown, and those are folded nowhere.
create function folded(words text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  replace(replace(replace(replace(
    lower(translate(
      regexp_replace(
        normalize(words, nfd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'
      ),
      'ÆŒÞẞØĐÐŁøđðłı’''`´', 'æœþßoddloddli'
    )),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
));

-- By what staff find and sort somebody. Folding takes 10 µs, so that only what is not shown in full is folded here.
create function staff_search(person participants, event_rule text) returns text language sql stable parallel safe
return concat_ws(' ',
  case when coalesce(person.names_shown, event_rule) = 'full' then person.search
    else folded(concat_ws(' ', person.first_name, person.last_name, person.category, person.bib)) end,
  lower(person.club), lower(person.email));
create function staff_sort_name(person participants, event_rule text) returns text language sql stable parallel safe
return case when coalesce(person.names_shown, event_rule) = 'full' then person.sort_name
  else folded(person.last_name || ' ' || person.first_name) end;

-- Generated, so that no action has to keep it in step, and an erasure empties it together with the name.
alter table pledges add column search text not null generated always as (
  folded(donor_name || ' ' || coalesce(donor_email, '') || ' ' || coalesce(donor_city, ''))
) stored;

-- The donors of one participant, whatever became of their pledges.
create index pledges_participant on pledges (participant_id, id);
create index pledges_pending on pledges (event_id, participant_id) include (rate)
  where confirmed_at is null and cancelled_at is null;
-- Rows are appended in the order of their time: a few bytes tell where a month begins.
create index pledges_created on pledges using brin (created_at);
create index sync_runs_started on sync_runs using brin (started_at);

-- What is promised and not confirmed yet. Read from the pledges, few as they are, and not kept in participant_totals:
-- the version that runs while this one starts would not keep it there.
create view pending_totals as
  select event_id, participant_id, sum(rate)::bigint as amount, count(*)::int as pledges
  from pledges
  where confirmed_at is null and cancelled_at is null
  group by event_id, participant_id;

-- The line of the log says what the mail was about, also when its body is forgotten.
alter table mails add column subject text not null default '';
create index mails_failed on mails (id) where failed_at is not null;

create index activities_action on activities (action, id desc);
