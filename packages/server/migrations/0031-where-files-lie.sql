-- Where the files of tours lie (decision 0121): nodes that share a database must share them too, and each store has an id that
-- lies beside its files.

create table asset_place (
  -- One row.
  one boolean primary key default true check (one),
  id text not null,
  -- As ASSET_STORE_URL names it, and the machine: for whoever is refused.
  url text not null,
  host text not null,
  opened_at timestamptz not null default now()
);

grant select, insert, update on asset_place to openhouse_service;
grant select, insert, update on asset_place to openhouse_gateway;
