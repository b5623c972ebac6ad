-- Lives with 0052-note.sql: a table that it does not know.
-- Credentials of Teams, for programs (decision 0186).

create table team_credential (
  -- Public id; the audit names the credential by it.
  id text collate "C" primary key check (length(id) = 22),
  team_id bigint not null references team (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null check (length(name) between 1 and 64),
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- null until it is used; noted once a minute.
  used_at timestamptz
);
create index team_credential_team on team_credential (team_id, created_at);
create index team_credential_ends on team_credential (ends_at);

alter table team_credential enable row level security;
alter table team_credential force row level security;
create policy team_only on team_credential using (current_setting('app.team', true) in (team_id::text, '*'));
-- Whoever has the token sees its row, before the Team is known.
create policy by_token on team_credential for select
  using (current_setting('app.credential', true) = encode(token_hash, 'hex'));
grant select, insert, update, delete on team_credential to openhouse_service;
