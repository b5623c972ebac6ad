create table tour (
  id bigint generated always as identity primary key,
  team_id bigint not null references team (id),
  -- resource_code: unique within a Team only, so that two Teams can import the same tour.
  code text collate "C" not null,
  name text not null,
  active boolean not null,
  -- SHA-256 over the imported bundle: the same bundle again changes nothing.
  import_hash bytea not null check (length(import_hash) = 32),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  epoch bigint not null default 0,
  unique (team_id, id)
);
-- The gateway's read is answered from this index alone before it fetches the frame.
create unique index tour_code on tour (team_id, code) include (id, active);
create index tour_epoch on tour (epoch);

-- One payload of one operation, ready to be served (decision 0011).
create table frame (
  team_id bigint not null,
  tour_id bigint not null,
  -- Number of the operation: FRAME_OPERATIONS in tours/operations.ts.
  op smallint not null,
  -- Length and CRC-32 of the minified JSON before deflation.
  raw_len integer not null check (raw_len > 0),
  crc bigint not null check (crc between 0 and 4294967295),
  -- Raw deflate blocks, byte-aligned, without a final block.
  body bytea not null,
  -- Where each record of a list lies in the JSON, with the values it is filtered and ordered by; null without a list.
  slices bytea,
  primary key (team_id, tour_id, op),
  foreign key (team_id, tour_id) references tour (team_id, id) on delete cascade
);
-- Bodies are compressed already: keep them out of line, uncompressed by the store, small ones in the row.
-- (STORAGE inside CREATE TABLE is a syntax error before PostgreSQL 16.)
alter table frame set (toast_tuple_target = 8160);
alter table frame alter column body set storage external;
alter table frame alter column slices set storage external;

-- Where one record of an operation addressed by id (not by tour) lies in its frame.
create table record (
  team_id bigint not null,
  op smallint not null,
  -- Digits of the id as they stand in the JSON, or the node code.
  key text collate "C" not null,
  tour_id bigint not null,
  -- Byte range in the frame's JSON.
  off integer not null check (off >= 0),
  len integer not null check (len > 0),
  primary key (team_id, op, key, tour_id),
  foreign key (team_id, tour_id) references tour (team_id, id) on delete cascade
);
create index record_tour on record (team_id, tour_id);

-- A file of a tour. Its bytes lie in the asset store under their SHA-256, put there before the row is.
create table asset (
  team_id bigint not null,
  tour_id bigint not null,
  -- Relative path below the bundle's assets/ folder; below private/ it opens through a signed link only.
  path text collate "C" not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  primary key (team_id, tour_id, path),
  foreign key (team_id, tour_id) references tour (team_id, id) on delete cascade
);

alter table tour enable row level security;
alter table tour force row level security;
create policy team_only on tour using (current_setting('app.team', true) in (team_id::text, '*'));
alter table frame enable row level security;
alter table frame force row level security;
create policy team_only on frame using (current_setting('app.team', true) in (team_id::text, '*'));
alter table record enable row level security;
alter table record force row level security;
create policy team_only on record using (current_setting('app.team', true) in (team_id::text, '*'));
alter table asset enable row level security;
alter table asset force row level security;
create policy team_only on asset using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update, delete on tour, frame, record, asset to openhouse_service;
