-- Lives with 0049-settings-of-apps.sql: a column that is empty, and an index. Owners may give a deleted app a secret with it.
-- Apps whose data was deleted: the row stays, since its place stays taken (SPEC 3, SPEC 8, decision 0152).

alter table app add column deleted_at timestamptz;
-- What is left of them is removed in batches.
create index app_deleted on app (id) where deleted_at is not null;
