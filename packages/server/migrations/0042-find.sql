-- Lives with 0041-standing.sql: columns that fill themselves, and indexes.
-- What operators find Teams, people, apps and tours by, and what their lists are ordered by (decision 0135).

-- Small letters, compared byte by byte: a beginning is a range of an index, and a page goes on behind the last row of the one
-- before. Columns rather than indexes of an expression: a row that row-level security judges is found by what cannot leak
-- only, and `lower` is not among it. The first 200 characters: a name may be longer than a row of an index.
alter table team add column found_by text collate "C" generated always as (left(lower(name), 200)) stored;
create index team_found on team (found_by, id);
alter table person
  add column found_by text collate "C" generated always as (left(lower(name), 200)) stored,
  add column found_by_email text collate "C" generated always as (left(lower(email), 200)) stored;
create index person_found on person (found_by, id);
create index person_found_by_email on person (found_by_email, id);
alter table app add column found_by text collate "C" generated always as (left(lower(name), 200)) stored;
create index app_found on app (found_by, id);
alter table tour
  add column found_by text collate "C" generated always as (left(lower(name), 200)) stored,
  -- A column of its own: with an index that begins with the code itself, the planner reads tours of the gateway through it.
  add column found_by_code text collate "C" generated always as (code) stored;
create index tour_found on tour (found_by, id);
create index tour_found_by_code on tour (found_by_code, id);
-- What is suspended, which is little.
create index team_suspended on team (suspended_at) where suspended_at is not null;
create index person_suspended on person (suspended_at) where suspended_at is not null;
create index app_suspended on app (suspended_at) where suspended_at is not null;
-- What ends soon.
create index app_trial_end on app (trial_ends_at, id);
