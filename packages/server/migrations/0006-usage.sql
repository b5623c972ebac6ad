-- Use of apps as the dashboard shows it: costs, the last calls, and refused calls of nobody (decisions 0067 to 0069).

-- A chart reads one app's minutes; the primary key has the version of the secret before the minute.
create index app_use_app_minute on app_use (team_id, app_id, minute);

-- How long successful calls took: how many of an operation fell into a bucket (usage/cost-buckets.ts) in ten minutes.
-- Buckets of several nodes and of several slots add up to the buckets of all.
create table app_cost (
  team_id bigint not null,
  app_id bigint not null,
  slot timestamptz not null,
  operation text collate "C" not null,
  bucket smallint not null check (bucket >= 0),
  n bigint not null,
  primary key (team_id, app_id, slot, operation, bucket),
  foreign key (team_id, app_id) references app (team_id, id)
) with (fillfactor = 70);
create index app_cost_slot on app_cost (slot);

-- The last calls of an app: rings of places that are written over, so that the table cannot grow with the traffic.
create table app_call_head (
  team_id bigint not null,
  app_id bigint not null,
  -- 0 answered, 1 refused, 2 refused before the caller proved to be the app: anybody may write that one over.
  ring smallint not null check (ring between 0 and 2),
  -- Calls that were ever kept; the next place is this number modulo the ring's size.
  n bigint not null,
  primary key (team_id, app_id, ring),
  foreign key (team_id, app_id) references app (team_id, id)
);

create table app_call (
  team_id bigint not null,
  app_id bigint not null,
  ring smallint not null,
  place integer not null check (place >= 0),
  request_id text collate "C" not null,
  trace_id text collate "C" not null,
  at timestamptz not null,
  -- Name of the operation; empty where no path matched.
  operation text collate "C" not null,
  status text collate "C" not null,
  cost_us bigint not null check (cost_us >= 0),
  version integer,
  -- The caller's network, never its whole address; empty where it is unknown.
  network text not null,
  -- Name of the parameter that was refused, as the contract spells it, and what the caller was told; no value of theirs.
  parameter text,
  message text,
  primary key (team_id, app_id, ring, place),
  foreign key (team_id, app_id) references app (team_id, id)
) with (fillfactor = 70);
create index app_call_request on app_call (request_id);

-- Refused calls that no app is known of, in one ring for all: nothing in it says whose they were.
create table unknown_call_head (
  only_row boolean primary key default true check (only_row),
  n bigint not null
);
insert into unknown_call_head (n) values (0);

create table unknown_call (
  place integer primary key check (place >= 0),
  request_id text collate "C" not null,
  trace_id text collate "C" not null,
  at timestamptz not null,
  operation text collate "C" not null,
  status text collate "C" not null,
  cost_us bigint not null check (cost_us >= 0),
  parameter text,
  message text
) with (fillfactor = 70);
create index unknown_call_request on unknown_call (request_id);

alter table app_cost enable row level security;
alter table app_cost force row level security;
create policy team_only on app_cost using (current_setting('app.team', true) in (team_id::text, '*'));
alter table app_call_head enable row level security;
alter table app_call_head force row level security;
create policy team_only on app_call_head using (current_setting('app.team', true) in (team_id::text, '*'));
alter table app_call enable row level security;
alter table app_call force row level security;
create policy team_only on app_call using (current_setting('app.team', true) in (team_id::text, '*'));

grant select, insert, update, delete on app_cost, app_call, unknown_call to openhouse_service;
grant select, insert, update on app_call_head to openhouse_service;
grant select, update on unknown_call_head to openhouse_service;
