-- Lives with 0042-find.sql: columns with defaults that it does not know. It holds no limits of tours.
-- What a plan says of tours, storage, uploads and trials; what tours of a Team take is counted where they are (decision
-- 0136).

alter table plan
  add column tours integer check (tours > 0),
  add column stored_bytes bigint check (stored_bytes > 0),
  add column upload_bytes bigint check (upload_bytes > 0),
  add column trial_days integer check (trial_days > 0);

-- The sum of size_bytes: adding up a million tours for each import would cost more than the import.
alter table tour_count add column bytes bigint not null default 0;
-- Its triggers run as whoever changes a tour; an activation changes no size.
grant update (bytes) on tour_count to openhouse_gateway;
-- Row-level security binds the owner too.
set local app.team = '*';
update tour_count c set bytes = t.bytes
  from (select team_id, sum(size_bytes) as bytes from tour group by team_id) t where t.team_id = c.team_id;

create or replace function count_added_tours() returns trigger language plpgsql as $$
begin
  if not exists (select from added) then return null; end if;
  insert into tour_count as c (team_id, n, bytes)
  select team_id, count(*), sum(size_bytes) from added group by team_id order by team_id
  on conflict (team_id) do update set n = c.n + excluded.n, bytes = c.bytes + excluded.bytes;
  insert into tour_block (team_id, sorted_by, at, id, n)
  select team_id, sorted_by, '-infinity', 0, 0
    from (select distinct team_id from added) t cross join (values ('made_at'), ('changed_at')) as o (sorted_by)
   where not exists (
           select from tour_block b where b.team_id = t.team_id and b.sorted_by = o.sorted_by and b.at = '-infinity')
   order by team_id, sorted_by;
  perform count_in_blocks(array_agg(team_id), array_agg(sorted_by), array_agg(at), array_agg(id), array_agg(1))
     from (select team_id, 'made_at' as sorted_by, made_at as at, id from added
           union all select team_id, 'changed_at', changed_at, id from added) a;
  return null;
end $$;

create or replace function move_changed_tours() returns trigger language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  -- Held by the epoch already where a tour is imported or activated.
  perform from tour_count where team_id in (select team_id from was) order by team_id for update;
  update tour_count c set bytes = c.bytes + d.more
    from (select team_id, sum(bytes) as more
            from (select team_id, size_bytes as bytes from became union all select team_id, -size_bytes from was) s
           group by team_id having sum(bytes) <> 0) d
   where c.team_id = d.team_id;
  perform count_in_blocks(array_agg(team_id), array_agg(sorted_by), array_agg(at), array_agg(id), array_agg(change))
     from (select team_id, 'made_at' as sorted_by, made_at as at, id, -1 as change from was
           union all select team_id, 'changed_at', changed_at, id, -1 from was
           union all select team_id, 'made_at', made_at, id, 1 from became
           union all select team_id, 'changed_at', changed_at, id, 1 from became) a;
  return null;
end $$;

create or replace function count_removed_tour() returns trigger language plpgsql as $$
begin
  update tour_count set n = n - 1, bytes = bytes - old.size_bytes where team_id = old.team_id;
  perform count_in_blocks(array[old.team_id, old.team_id], array['made_at', 'changed_at'],
                          array[old.made_at, old.changed_at], array[old.id, old.id], array[-1, -1]);
  return null;
end $$;
