-- Lives with 0042-find.sql: columns with defaults, and a table that it does not know. It holds the settings alone.
-- Plans, and exceptions of single apps (decision 0136).

-- A named set of limits. null in a limit: what the installation sets holds.
create table plan (
  name text collate "C" primary key check (name ~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$'),
  -- Of each app, of all apps of a Team together, and exchanges of each app; 0 switches a limit off.
  calls_per_minute integer check (calls_per_minute >= 0),
  team_calls_per_minute integer check (team_calls_per_minute >= 0),
  exchanges_per_minute integer check (exchanges_per_minute >= 0),
  changed_at timestamptz not null default now()
);
-- Teams that nobody has given another plan. It is never removed.
insert into plan (name) values ('default');
grant select, insert, update, delete on plan to openhouse_service;
grant select on plan to openhouse_gateway;

alter table team add column plan text collate "C" not null default 'default' references plan (name);
create index team_plan on team (plan);

-- What an operator allows one app until then, in place of its Team's plan; null in a limit: the plan's holds. One that has
-- ended is left standing and holds no more.
alter table app
  add column exception_ends_at timestamptz,
  add column exception_calls_per_minute integer check (exception_calls_per_minute >= 0),
  add column exception_exchanges_per_minute integer check (exception_exchanges_per_minute >= 0),
  add column exception_reason text,
  add check ((exception_ends_at is null) = (exception_reason is null)),
  add check (exception_ends_at is not null
             or (exception_calls_per_minute is null and exception_exchanges_per_minute is null));
