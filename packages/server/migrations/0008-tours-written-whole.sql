-- An import writes what a tour consists of before the tour's own row, which then is written once, with the stamp of its
-- change (decision 0073): what refers to the row is checked at the commit.

alter table frame alter constraint frame_team_id_tour_id_fkey deferrable initially deferred;
alter table record alter constraint record_team_id_tour_id_fkey deferrable initially deferred;
alter table asset alter constraint asset_team_id_tour_id_fkey deferrable initially deferred;
-- So it has to know the tour's id before there is one.
grant usage on sequence tour_id_seq to openhouse_service;
