-- Gifts that nobody paid, and that still say who wanted to.
create index gifts_unpaid on gifts (created_at) where paid_at is null and erased_at is null;
