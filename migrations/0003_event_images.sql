-- An event's picture as we serve it: in the database, so that any instance has it.
create table event_images (
  event_id  int not null references events,
  -- Of the file it was made from: it stands in the address, which browsers keep for ever.
  hash      text not null constraint event_image_hash check (hash ~ '^[0-9a-f]{32}$'),
  width     int not null constraint event_image_width check (width > 0),
  format    text not null constraint event_image_format check (format in ('avif', 'jpeg')),
  bytes     bytea not null,
  constraint event_image primary key (event_id, width, format)
);
-- They are compressed already.
alter table event_images alter column bytes set storage external;
create index event_images_address on event_images (hash, width, format);
