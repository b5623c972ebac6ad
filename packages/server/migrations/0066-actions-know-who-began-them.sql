-- Lives with 0052-note.sql: a column that it does not know.
-- A call whose connection broke while it was begun finds by it that it has begun (decision 0217).

-- Random, of one call. Older programs leave it null.
alter table keyed_action add column begun_by uuid;
