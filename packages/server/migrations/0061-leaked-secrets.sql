-- Lives with 0060-webhooks.sql: columns that it does not know, and an index that takes more rows.
-- Secrets that code hosts report as leaked (decision 0193).

-- HMAC-SHA256 of the secret alone under a key outside the database: by it the app of a reported secret is found. Older programs
-- leave it null; it is made later from the sealed secret. The gateway may not read it.
alter table app_secret add column finder bytea check (length(finder) = 32);
-- When a code host first reported it, and where it was found; empty where that is not known.
alter table app_secret add column leaked_at timestamptz;
alter table app_secret add column leaked_url text collate "C" not null default '';
create index app_secret_finder on app_secret (finder);
-- What still needs one: nothing, soon after a start.
create index app_secret_unfindable on app_secret (app_id, version) where finder is null and sealed is not null;
create index app_secret_leaked on app_secret (leaked_at) where leaked_at is not null;

-- Whether a version that was reported is refused at once.
alter table app add column retire_leaked boolean not null default false;

-- Two versions of one app can leak.
drop index warning_of_limit;
create unique index warning_of_limit on warning (team_id, kind, coalesce(app_id, 0), coalesce(version, 0), level)
  where ends_at is null and over_at is null;
