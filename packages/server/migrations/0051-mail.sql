-- Lives with 0050-warnings.sql: a table and columns that it does not know.
-- Mails about warnings (decision 0155).

alter table person
  -- Tag of the language that their pages last showed; null for somebody who has never had one.
  add column language text,
  -- Stands in links that stop mails: no more than that can be done with it. null until the first mail.
  add column mail_code uuid unique,
  add column mail_stopped_at timestamptz;

-- Mails that are to be sent. The row goes when the mail was sent, so that nothing of it is kept.
create table mail (
  id bigint generated always as identity primary key,
  team_id bigint not null references team (id) on delete cascade,
  warning_id bigint not null,
  person_id bigint not null references person (id),
  made_at timestamptz not null default now(),
  -- When a process may try it: past its lease, or when it is to be tried again.
  free_at timestamptz not null default now(),
  lease integer not null default 0,
  attempts integer not null default 0,
  unique (warning_id, person_id),
  foreign key (team_id, warning_id) references warning (team_id, id) on delete cascade
);
create index mail_free on mail (free_at);
create index mail_person on mail (person_id);

alter table mail enable row level security;
alter table mail force row level security;
create policy team_only on mail using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update, delete on mail to openhouse_service;
