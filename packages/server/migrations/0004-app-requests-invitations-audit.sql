-- App requests, sealed secrets, invitations, the audit chain, limits and use of secrets (decisions 0030 to 0037).

-- What the identity provider last told of the person: other members and the audit log show it.
alter table person add column name text not null default '';
alter table person add column email text not null default '';

create table app_request (
  id bigint generated always as identity primary key,
  team_id bigint not null references team (id),
  -- The place is taken with the request, so a fourth is refused before anybody is asked (SPEC 8).
  slot smallint not null check (slot between 1 and 3),
  name text not null,
  state text not null check (state in ('saved', 'creating', 'completed')),
  idempotency_key text collate "C" not null,
  requested_by bigint not null references person (id),
  requested_at timestamptz not null default now(),
  completed_at timestamptz,
  app_id bigint,
  unique (team_id, slot),
  unique (team_id, idempotency_key),
  unique (team_id, id),
  -- Two requests never end at one app.
  unique (app_id),
  foreign key (team_id, app_id) references app (team_id, id),
  check ((state = 'completed') = (app_id is not null)),
  check ((state = 'completed') = (completed_at is not null))
);

-- What the upstream app service still has to be asked. Written with the request, deleted with its completion.
create table app_outbox (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  request_id bigint not null unique,
  -- The upstream's idempotency key: the same however often it is asked.
  upstream_key text collate "C" not null unique,
  attempts integer not null default 0,
  -- Counts the leases: a holder whose lease was taken over cannot complete.
  lease bigint not null default 0,
  -- Nobody else takes it before.
  free_at timestamptz not null default now(),
  foreign key (team_id, request_id) references app_request (team_id, id)
);
create index app_outbox_free on app_outbox (free_at);

-- The trial of an app whose information is pending is asked again from the upstream at this time.
alter table app add column trial_asked_at timestamptz;
create index app_trial_pending on app (trial_asked_at nulls first) where trial_ends_at is null;

-- AES-256-GCM under a key outside the database, bound to Team, app and version (decision 0033); null for versions that
-- cannot be revealed.
alter table app_secret add column sealed bytea;

create table invitation (
  -- Public id: lists show it, it lets nobody in.
  id text collate "C" primary key,
  team_id bigint not null references team (id),
  -- SHA-256 of the link's token.
  token_hash bytea not null unique check (length(token_hash) = 32),
  role text not null check (role in ('owner', 'member', 'viewer')),
  created_by bigint not null references person (id),
  created_at timestamptz not null default now(),
  ends_at timestamptz not null
);
-- Rows are deleted when the link is used or withdrawn: deleting is what makes it single use.
create index invitation_team on invitation (team_id, created_at);

-- Head of a Team's chain: the number and hash of its last entry.
create table audit_head (
  team_id bigint primary key references team (id),
  number bigint not null,
  hash bytea not null check (length(hash) = 32)
);

create table audit_entry (
  team_id bigint not null references team (id),
  number bigint not null check (number > 0),
  at timestamptz not null,
  action text not null,
  -- Public code and name at that time; empty for the service itself. Copied, not referred to: the log outlives both.
  actor_code text not null,
  actor_name text not null,
  subject text not null,
  ip_address text not null,
  outcome text not null,
  -- SHA-256 of the hash before and of what `audit_bytes` makes of this row.
  hash bytea not null check (length(hash) = 32),
  primary key (team_id, number)
);

-- The bytes of an entry that are hashed; the only place that says so, for writing and verifying alike.
create function audit_bytes(
  team_id bigint, number bigint, at timestamptz, action text, actor_code text, actor_name text,
  subject text, ip_address text, outcome text
) returns bytea language sql stable as $$
  select convert_to(json_build_array(
    team_id, number, (extract(epoch from at) * 1000000)::bigint, action, actor_code, actor_name,
    subject, ip_address, outcome)::text, 'UTF8')
$$;

-- Attempts to reveal a secret, by person and by app, in windows of the limit (decision 0034).
create table reveal_attempts (
  -- `person:<id>` or `app:<id>`.
  counted text collate "C" not null,
  window_at timestamptz not null,
  n integer not null,
  primary key (counted, window_at)
);

-- Calls by app, version of the secret, operation, envelope status and minute (decision 0036). Rows are updated often
-- and only in `n`: free space in the page keeps that within it.
create table app_use (
  team_id bigint not null,
  app_id bigint not null,
  version integer not null,
  minute timestamptz not null,
  operation text collate "C" not null,
  status text collate "C" not null,
  n bigint not null,
  primary key (team_id, app_id, version, minute, operation, status),
  foreign key (team_id, app_id) references app (team_id, id)
) with (fillfactor = 70);
create index app_use_minute on app_use (minute);

-- The last flush of each node: one that is repeated after a lost answer counts nothing.
create table use_flush (
  node text collate "C" primary key,
  n bigint not null,
  at timestamptz not null default now()
);

alter table app_request enable row level security;
alter table app_request force row level security;
create policy team_only on app_request using (current_setting('app.team', true) in (team_id::text, '*'));
alter table app_outbox enable row level security;
alter table app_outbox force row level security;
create policy team_only on app_outbox using (current_setting('app.team', true) in (team_id::text, '*'));
alter table invitation enable row level security;
alter table invitation force row level security;
create policy team_only on invitation using (current_setting('app.team', true) in (team_id::text, '*'));
-- Whoever holds the link sees its row, and nothing else of the Team.
create policy by_token on invitation for select
  using (current_setting('app.invitation', true) = encode(token_hash, 'hex'));
alter table audit_head enable row level security;
alter table audit_head force row level security;
create policy team_only on audit_head using (current_setting('app.team', true) in (team_id::text, '*'));
alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy team_only on audit_entry using (current_setting('app.team', true) in (team_id::text, '*'));
alter table app_use enable row level security;
alter table app_use force row level security;
create policy team_only on app_use using (current_setting('app.team', true) in (team_id::text, '*'));

grant select, insert, update on app_request, audit_head to openhouse_service;
grant select, insert, update, delete on app_outbox, reveal_attempts, app_use, use_flush to openhouse_service;
grant select, insert, delete on invitation to openhouse_service;
-- Append-only: the service cannot change or remove an entry.
grant select, insert on audit_entry to openhouse_service;
