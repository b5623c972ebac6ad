-- Statements are written for PostgreSQL 15 and later and run unchanged on the embedded store (decision 0009).

-- The role the service works as. It owns nothing, so row-level security binds it: the second lock between Teams.
-- Roles belong to the whole cluster; another database's migration may create it at the same moment.
do $$
begin
  create role openhouse_service nologin;
exception when duplicate_object or unique_violation then null;
end
$$;
grant openhouse_service to current_user;
grant usage on schema public to openhouse_service;

-- Change counters. A change ends its transaction with `update epoch set n = n + 1` and stamps its rows with the new n:
-- the row lock is held to commit, so a reader that has seen n has seen every row stamped n or lower.
create table epoch (
  name text primary key,
  n bigint not null
);
insert into epoch (name, n) values ('standing', 0), ('tours', 0);
grant select, update on epoch to openhouse_service;

create table team (
  id bigint generated always as identity primary key,
  -- Public name of the Team in asset addresses; never changes.
  code text collate "C" not null unique,
  name text not null,
  created_at timestamptz not null default now()
);
grant select, insert, update on team to openhouse_service;

create table app (
  id bigint generated always as identity primary key,
  team_id bigint not null references team (id),
  -- The Team's three places (SPEC 8). Neither expiry nor disabling frees one, so rows are never deleted.
  slot smallint not null check (slot between 1 and 3),
  app_key text collate "C" not null unique,
  xid text collate "C" not null unique,
  name text not null,
  -- Credentials of other categories are not Developer apps (SPEC 2.2).
  category text not null check (category = 'open'),
  -- null while the trial information is pending (SPEC 3).
  trial_ends_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  epoch bigint not null default 0,
  unique (team_id, slot),
  -- Lets the secrets refer to app and Team together: a secret can never change hands.
  unique (team_id, id)
);
create index app_epoch on app (epoch);

create table app_secret (
  team_id bigint not null,
  app_id bigint not null,
  version integer not null check (version > 0),
  -- HMAC-SHA256 of the secret under a key outside the database: the row alone proves nothing (decision 0010).
  verifier bytea not null check (length(verifier) = 32),
  created_at timestamptz not null default now(),
  -- The version is refused from here on; null while it has no end.
  ends_at timestamptz,
  primary key (app_id, version),
  foreign key (team_id, app_id) references app (team_id, id)
);

-- `app.team` names the Team a statement works for; '*' is for work across Teams (standing, migrations of data).
-- Without it no row is seen.
alter table app enable row level security;
alter table app force row level security;
create policy team_only on app
  using (current_setting('app.team', true) in (team_id::text, '*'));
alter table app_secret enable row level security;
alter table app_secret force row level security;
create policy team_only on app_secret
  using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update on app, app_secret to openhouse_service;
