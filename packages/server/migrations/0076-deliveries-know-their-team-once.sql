-- Lives with 0052-note.sql: what it kept true is kept true by another key.
-- A delivery's endpoint is of the same Team, by the key over both, and the endpoint's Team exists. The key over the Team alone has no
-- index: whoever deleted a Team read all deliveries of the installation for it, and each event that was written looked the Team up.
alter table webhook_delivery drop constraint webhook_delivery_team_id_fkey;
