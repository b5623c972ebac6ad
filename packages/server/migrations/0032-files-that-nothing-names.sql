-- Files that nothing names any more (decision 0122).

-- Which tours name a file.
create index asset_sha256 on asset (sha256);

-- Files that were taken off a tour, in no order and as often as it happened: appended to, so that nobody waits for anybody.
create table asset_dropped (
  sha256 bytea not null check (length(sha256) = 32),
  dropped_at timestamptz not null default now()
);
create index asset_dropped_at on asset_dropped (dropped_at);
create index asset_dropped_sha256 on asset_dropped (sha256);
create function note_dropped_assets() returns trigger language plpgsql as $$
begin
  insert into asset_dropped (sha256) select distinct sha256 from dropped;
  return null;
end $$;
create trigger assets_dropped after delete on asset
  referencing old table as dropped for each statement execute function note_dropped_assets();

-- Files that are being removed from their store, or were. A number is drawn when the removal begins and again when the file is
-- gone: who looked for the file after drawing a larger one saw whether it is there.
create sequence asset_removal_n;
create table asset_removal (
  sha256 bytea primary key check (length(sha256) = 32),
  n bigint not null,
  gone boolean not null default false,
  at timestamptz not null default now()
);
create index asset_removal_at on asset_removal (at);
create index asset_removal_open on asset_removal (sha256) where not gone;

-- Who removes files now; nobody else does until the lease has ended.
create table asset_collector (
  one boolean primary key default true check (one),
  holder text not null,
  until timestamptz not null
);
insert into asset_collector (holder, until) values ('', '-infinity');

-- The last thing before an import names files: refuses when one of them has been removed, or is being, since the import looked
-- for it. Both sides take one lock, so that the removal sees what was named before, and the import what was removed.
create function refuse_removed_assets(hashes text[], looked bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('openhouse asset removal'));
  if exists (select from asset_removal r
              where r.sha256 in (select decode(h, 'hex') from unnest(hashes) as h) and (not r.gone or r.n > looked)) then
    raise exception 'a file of the import was removed meanwhile' using errcode = 'OHA01';
  end if;
end $$;

grant select, insert, delete on asset_dropped to openhouse_service;
grant select, insert, update, delete on asset_removal to openhouse_service;
grant select, update on asset_collector to openhouse_service;
grant usage on sequence asset_removal_n to openhouse_service;
