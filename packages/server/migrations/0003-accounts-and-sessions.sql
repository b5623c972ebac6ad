-- People, how they sign in, and their sessions (decisions 0021, 0025).

create table person (
  id bigint generated always as identity primary key,
  -- Public code (`userCode`), random: it tells nothing about the identity provider's user id.
  code text collate "C" not null unique,
  -- The Team the person chose to work in; counts only while the person is a member of it.
  active_team_id bigint references team (id),
  created_at timestamptz not null default now()
);

-- One account of one person at one identity provider. People are never joined by e-mail address: whoever controls the
-- address at some provider would become that person.
create table identity_account (
  id bigint generated always as identity primary key,
  -- Public code; svc_account carries it.
  code text collate "C" not null unique,
  person_id bigint not null references person (id),
  -- Name of the provider: `builtin`, `ticket`, or the issuer of an OpenID provider.
  provider text collate "C" not null,
  -- SHA-256 of the provider's user id, which itself is kept nowhere.
  subject_hash bytea not null check (length(subject_hash) = 32),
  created_at timestamptz not null default now(),
  unique (provider, subject_hash)
);
create index identity_account_person on identity_account (person_id);

create table session (
  -- Public id: lists show it, it signs nobody in.
  id text collate "C" primary key,
  -- SHA-256 of svc_token: a dump of this table signs nobody in.
  token_hash bytea not null unique check (length(token_hash) = 32),
  account_id bigint not null references identity_account (id),
  person_id bigint not null references person (id),
  source text not null,
  -- The identity provider's token, AES-256-GCM under a key outside the database, bound to this id.
  sealed_token bytea not null,
  -- SHA-256 of the OpenID provider's own session id (`sid`), for its logout; null elsewhere.
  provider_session_hash bytea check (length(provider_session_hash) = 32),
  user_agent text not null,
  ip_address text not null,
  created_at timestamptz not null default now(),
  -- Absolute: use does not move it (SPEC 2.3).
  ends_at timestamptz not null
);
-- Rows are deleted when a session ends; nothing of it is left to steal.
create index session_person on session (person_id, created_at desc);
create index session_account on session (account_id);
create index session_ends on session (ends_at);

-- What may be used once: nonces of handshakes and tickets. The primary key decides between parallel callbacks.
create table spent_once (
  hash bytea primary key check (length(hash) = 32),
  -- Kept at least as long as what it stands for could be used again.
  forget_at timestamptz not null
);
create index spent_once_forget on spent_once (forget_at);

create table team_member (
  team_id bigint not null references team (id),
  person_id bigint not null references person (id),
  role text not null check (role in ('owner', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (team_id, person_id)
);
create index team_member_person on team_member (person_id);

-- `app.person` names the person a statement works for: people see their own memberships across Teams.
alter table team_member enable row level security;
alter table team_member force row level security;
create policy team_only on team_member
  using (current_setting('app.team', true) in (team_id::text, '*'));
create policy own_memberships on team_member for select
  using (current_setting('app.person', true) = person_id::text);

grant select, insert, update on person, identity_account to openhouse_service;
grant select, insert, update, delete on session, team_member to openhouse_service;
-- update only for `for update skip locked`: parallel clean-ups step around each other's rows.
grant select, insert, update, delete on spent_once to openhouse_service;
