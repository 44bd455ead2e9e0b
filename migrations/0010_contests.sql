-- The list shows the age group where timing sends both; people look for the contest too. The next sync fills it in.
alter table participants add column contest text;

create or replace function staff_search(person participants, event_rule text)
  returns text language sql stable parallel safe
return concat_ws(' ',
  case when coalesce(person.names_shown, event_rule) = 'full' then person.search
    else folded(concat_ws(' ', person.first_name, person.last_name, person.category, person.contest, person.bib)) end,
  lower(person.club), lower(person.email));
