-- Sessions of the command line beside those of browsers, and the sign-ins that lead to them (decisions 0046, 0047).

alter table session
  -- A browser's session is shown by its two cookies, the command line's by a token; neither does for the other.
  add column kind text collate "C" not null default 'browser' check (kind in ('browser', 'command-line')),
  -- Name of the machine, as it says itself.
  add column machine text not null default '';

create table command_line_sign_in (
  -- SHA-256 of the code that the command asks with.
  device_hash bytea primary key check (length(device_hash) = 32),
  -- SHA-256 of the code that the person types.
  user_hash bytea not null unique check (length(user_hash) = 32),
  machine text not null,
  user_agent text not null,
  ip_address text not null,
  state text collate "C" not null default 'asked' check (state in ('asked', 'allowed', 'denied')),
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- Seconds to wait between two questions; grows with each hasty one.
  interval_s integer not null,
  asked_at timestamptz,
  -- The session that allowed it. When that ends first, what it allowed and nobody collected yet ends with it.
  allowed_by text collate "C" references session (id) on delete cascade,
  -- Id of the session to come, and the identity provider's token sealed for it.
  session_id text collate "C",
  sealed_token bytea,
  check ((state = 'allowed') = (allowed_by is not null and session_id is not null and sealed_token is not null))
);
create index command_line_sign_in_ends on command_line_sign_in (ends_at);
create index command_line_sign_in_allowed_by on command_line_sign_in (allowed_by);

grant select, insert, update, delete on command_line_sign_in to openhouse_service;
