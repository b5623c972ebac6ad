-- Lives with 0048-teams-that-go.sql: tables that it does not know.
-- What Teams are warned of before it happens (decision 0154).

create table warning (
  id bigint generated always as identity primary key,
  team_id bigint not null references team (id) on delete cascade,
  kind text collate "C" not null,
  -- null for a warning about the Team.
  app_id bigint,
  -- Of a secret.
  version integer,
  -- How sharp it is: its place among the days or percentages of its kind, from 1.
  level smallint not null check (level > 0),
  -- What comes then, for a kind that warns of an end.
  ends_at timestamptz,
  -- What was counted, and of how much.
  used bigint,
  most bigint,
  made_at timestamptz not null default now(),
  -- When it was last so.
  seen_at timestamptz not null default now(),
  -- Since when it is no longer so; null while it is.
  over_at timestamptz,
  unique (team_id, id),
  foreign key (team_id, app_id) references app (team_id, id) on delete cascade
);
-- Whoever gets the row in has found it first: the others find it there. An end is warned of once whatever becomes of it, a limit
-- once as long as it is reached.
create unique index warning_of_end on warning (team_id, kind, app_id, coalesce(version, 0), ends_at, level)
  where ends_at is not null;
create unique index warning_of_limit on warning (team_id, kind, coalesce(app_id, 0), level)
  where ends_at is null and over_at is null;
create index warning_over on warning (over_at) where over_at is not null;

-- Who wants to see which warning no more.
create table warning_dismissal (
  team_id bigint not null,
  warning_id bigint not null,
  person_id bigint not null references person (id),
  primary key (team_id, warning_id, person_id),
  foreign key (team_id, warning_id) references warning (team_id, id) on delete cascade
);
create index warning_dismissal_person on warning_dismissal (person_id);

alter table warning enable row level security;
alter table warning force row level security;
create policy team_only on warning using (current_setting('app.team', true) in (team_id::text, '*'));
alter table warning_dismissal enable row level security;
alter table warning_dismissal force row level security;
create policy team_only on warning_dismissal using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update, delete on warning, warning_dismissal to openhouse_service;
