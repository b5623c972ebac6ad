-- Lives with 0034-gateway-role.sql: it grants, and adds an index.
-- Versions of secrets that ended long ago are removed; the highest of each app stays, for its number is never given again.
grant delete on app_secret to openhouse_service;
create index app_secret_ended on app_secret (ends_at) where ends_at is not null;
