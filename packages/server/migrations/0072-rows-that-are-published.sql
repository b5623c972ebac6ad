-- Lives with 0052-note.sql: what programs read and write is as before.
-- In a database with a publication, PostgreSQL refuses to delete from a table that is in it and has no key (decision 0184).

alter table asset_dropped replica identity full;
