-- What the portal's list of tours shows, when tours were last read, and which were removed (decisions 0058 to 0060).

alter table tour
  add column imported_at timestamptz not null default now(),
  -- Bytes of its payloads, minified, and of its files.
  add column size_bytes bigint not null default 0,
  -- Viewpoints; null for tours that were imported before this was noted.
  add column observers integer,
  -- Path of the file that is its cover picture; null without one.
  add column cover text collate "C";

-- Row-level security binds the owner too.
set local app.team = '*';
update tour t
   set imported_at = t.changed_at,
       size_bytes = coalesce((select sum(f.raw_len) from frame f where f.team_id = t.team_id and f.tour_id = t.id), 0)
                  + coalesce((select sum(a.size) from asset a where a.team_id = t.team_id and a.tour_id = t.id), 0);

-- The list is read newest first, one page at a time, whatever the number of tours.
create index tour_imported on tour (team_id, imported_at desc, code);

-- When the gateway last answered with something of a tour, to the minute. Not a column of `tour`: imports and
-- activations hold those rows, and the flush of reads would wait for them. No foreign key for the same reason; removing
-- a tour removes its row.
create table tour_read (
  team_id bigint not null,
  tour_id bigint not null,
  minute timestamptz not null,
  primary key (team_id, tour_id)
) with (fillfactor = 70);

-- Removed tours, stamped like changed ones, so that every node forgets their payloads.
create table tour_removal (
  team_id bigint not null references team (id),
  code text collate "C" not null,
  epoch bigint not null default 0,
  removed_at timestamptz not null default now(),
  primary key (team_id, code)
);
create index tour_removal_epoch on tour_removal (epoch);

alter table tour_read enable row level security;
alter table tour_read force row level security;
create policy team_only on tour_read using (current_setting('app.team', true) in (team_id::text, '*'));
alter table tour_removal enable row level security;
alter table tour_removal force row level security;
create policy team_only on tour_removal using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update, delete on tour_read, tour_removal to openhouse_service;
