-- Lives with 0037-secrets-that-ended.sql: columns with defaults, tables and functions that it does not know.
-- The operator of the installation: fresh sign-ins, and a chain of what operators do (decisions 0132 and 0133).

-- When the person signed in. A session of the command line has the sign-in of the browser session that allowed it: else a
-- browser left open for weeks could make itself a fresh one.
alter table session add column signed_in_at timestamptz not null default now();
update session set signed_in_at = created_at;

-- Why an operator did it, in their own words; null for what people of the Team do. Entries without it are hashed as before,
-- so that the chains that exist still hold.
alter table audit_entry add column reason text;
create function audit_bytes(
  team_id bigint, number bigint, at timestamptz, action text, actor_code text, actor_name text,
  subject text, ip_address text, outcome text, reason text
) returns bytea language sql stable as $$
  select case when reason is null
    then audit_bytes(team_id, number, at, action, actor_code, actor_name, subject, ip_address, outcome)
    else convert_to(json_build_array(
      team_id, number, (extract(epoch from at) * 1000000)::bigint, action, actor_code, actor_name,
      subject, ip_address, outcome, reason)::text, 'UTF8') end
$$;

-- Head of the installation's own chain. One row: what operators do is written one after another.
create table operator_head (
  only_row boolean primary key default true check (only_row),
  number bigint not null,
  hash bytea not null check (length(hash) = 32)
);
insert into operator_head (number, hash) values (0, decode(repeat('00', 32), 'hex'));

create table operator_entry (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  action text not null,
  -- Public code and name of the person, or `operator` for a command at the store. Copied: the log outlives both.
  actor_code text not null,
  actor_name text not null,
  -- Public code of the Team that it was done to; empty where it was not one.
  team text not null,
  subject text not null,
  reason text not null,
  ip_address text not null,
  outcome text not null,
  -- SHA-256 of the hash before and of what `operator_bytes` makes of this row.
  hash bytea not null check (length(hash) = 32)
);
create index operator_entry_team on operator_entry (team, number) where team <> '';

-- The bytes of an entry that are hashed; the only place that says so, for writing and verifying alike.
create function operator_bytes(
  number bigint, at timestamptz, action text, actor_code text, actor_name text, team text, subject text, reason text,
  ip_address text, outcome text
) returns bytea language sql stable as $$
  select convert_to(json_build_array(
    number, (extract(epoch from at) * 1000000)::bigint, action, actor_code, actor_name, team, subject, reason,
    ip_address, outcome)::text, 'UTF8')
$$;

grant select, update on operator_head to openhouse_service;
-- Append-only: the service cannot change or remove an entry.
grant select, insert on operator_entry to openhouse_service;
