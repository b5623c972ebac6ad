-- What the gateway's reads, and a process that serves the gateway alone, may see and change (decision 0124): neither a
-- sealed secret nor a person or a session. Left out where there is no such role. What the gateway comes to read later is
-- granted to it by the migration that adds it.
grant usage on schema public to openhouse_gateway;
grant select on epoch, team, app, tour, frame, record, asset, tour_count, tour_removal to openhouse_gateway;
-- Every column but `sealed`.
grant select (team_id, app_id, version, verifier, created_at, ends_at) on app_secret to openhouse_gateway;
-- An activation: the tour, its payload that says so, and the counter of changes.
grant update (n) on epoch to openhouse_gateway;
grant update (active, changed_at, epoch) on tour to openhouse_gateway;
grant update (raw_len, crc, body) on frame to openhouse_gateway;
-- What was called and read.
grant select, insert, update on tour_read, app_call_head to openhouse_gateway;
grant select, insert, update, delete on app_use, app_cost, app_call, unknown_call, use_flush to openhouse_gateway;
grant select, update on unknown_call_head to openhouse_gateway;
