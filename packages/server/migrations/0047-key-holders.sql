-- Lives with 0041-standing.sql: a table and a column that it does not know.
-- Which processes hold which keys, and which key signed the cookies of a session (decision 0139): by these
-- `openhouse keys retire` knows whether anybody still needs a key.

create table key_holder (
  -- Random, of one start of one process.
  process text collate "C" primary key,
  host text not null,
  part text not null,
  -- By the name of the ring: its keys as `number:fingerprint`. The first makes what is new, all of them open.
  rings jsonb not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended boolean not null default false
);
create index key_holder_seen on key_holder (seen_at);

-- Number of the key of COOKIE_SECRETS that signed the cookie the browser is known to have; null for a session from before.
alter table session add column cookie_key smallint;

grant select, insert, update, delete on key_holder to openhouse_service;
grant select, insert, update on key_holder to openhouse_gateway;
