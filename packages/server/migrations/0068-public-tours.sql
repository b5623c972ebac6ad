-- Lives with 0052-note.sql: a table that it does not know.
-- Tours that a Team made public for pages of others (decision 0212).

create table tour_embed (
  -- In the address of its page: 128 random bits, and all the right there is.
  id text collate "C" primary key check (length(id) = 22),
  team_id bigint not null references team (id) on delete cascade,
  tour_id bigint not null,
  -- Origins whose pages may frame it.
  hosts text[] not null default '{}' check (cardinality(hosts) <= 20),
  -- What was made public: a tour that is replaced is shown to nobody until somebody says so again. Null while it is off.
  shown_hash bytea check (length(shown_hash) = 32),
  unique (team_id, tour_id),
  foreign key (team_id, tour_id) references tour (team_id, id) on delete cascade
);

alter table tour_embed enable row level security;
alter table tour_embed force row level security;
create policy team_only on tour_embed using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update, delete on tour_embed to openhouse_service;
