-- Since when the identity provider is being asked about a session: one asks, the others wait for what it says.
alter table sessions add claimed_at timestamptz;
create index sessions_idp_sid on sessions (idp_sid);
