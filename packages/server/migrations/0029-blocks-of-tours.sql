-- A far page of the list is found by blocks: how many tours stand between one key of an order and the next that is noted
-- (decision 0112). Passing over the entries of the index cost what stood before the page.

-- A block holds the tours of a Team from its key up to the key of the next one. The lowest begins at -infinity and stays.
create table tour_block (
  team_id bigint not null references team (id),
  -- Which order: the column of `tour` that it goes by.
  sorted_by text collate "C" not null check (sorted_by in ('made_at', 'changed_at')),
  at timestamptz not null,
  id bigint not null,
  n integer not null check (n >= 0),
  primary key (team_id, sorted_by, at, id)
) with (fillfactor = 50);
alter table tour_block enable row level security;
alter table tour_block force row level security;
create policy team_only on tour_block using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update, delete on tour_block to openhouse_service;

-- Cuts a block that has grown into blocks of 1,000, by what the table holds. What the same transaction has removed and not
-- yet counted out makes the two differ: then a later transaction cuts it.
create function cut_block(team bigint, ordered text, from_at timestamptz, from_id bigint) returns void
  language plpgsql set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  noted integer;
  next_at timestamptz;
  next_id bigint;
begin
  select b.n into noted from tour_block b
   where b.team_id = team and b.sorted_by = ordered and b.at = from_at and b.id = from_id;
  select b.at, b.id into next_at, next_id from tour_block b
   where b.team_id = team and b.sorted_by = ordered and (b.at, b.id) > (from_at, from_id) order by b.at, b.id limit 1;
  execute format(
    'insert into tour_block (team_id, sorted_by, at, id, n)
     select $1, $2, case when place = 1 then $3 else at end, case when place = 1 then $4 else id end,
            least(1000, total - place + 1)
       from (select %1$I as at, id, row_number() over (order by %1$I, id) as place, count(*) over () as total
               from tour where team_id = $1 and (%1$I, id) >= ($3, $4) and (%1$I, id) < ($5, $6)) t
      where place %% 1000 = 1 and total = $7 and total > 2000
     on conflict (team_id, sorted_by, at, id) do update set n = excluded.n', ordered)
    using team, ordered, from_at, from_id, coalesce(next_at, 'infinity'), coalesce(next_id, 9223372036854775807), noted;
end $$;

-- Counts tours in and out of their blocks. Who calls it holds the row of the Team in tour_count, so that one transaction
-- after the other does.
create function count_in_blocks(teams bigint[], orders text[], ats timestamptz[], ids bigint[], changes integer[])
  returns void language plpgsql set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  block tour_block;
begin
  for block in
    update tour_block b set n = b.n + d.change
      from (select c.team_id, c.sorted_by, f.at, f.id, sum(c.change)::integer as change
              from unnest(teams, orders, ats, ids, changes) as c (team_id, sorted_by, at, id, change)
             cross join lateral (
               select k.at, k.id from tour_block k
                where k.team_id = c.team_id and k.sorted_by = c.sorted_by and (k.at, k.id) <= (c.at, c.id)
                order by k.at desc, k.id desc limit 1) f
             group by c.team_id, c.sorted_by, f.at, f.id having sum(c.change) <> 0) d
     where b.team_id = d.team_id and b.sorted_by = d.sorted_by and b.at = d.at and b.id = d.id
    returning b.*
  loop
    -- Few are left: they join the block below, so that blocks do not outnumber by far what they hold. A block that was
    -- joined to this one meanwhile counts: its row is read again.
    if block.n < 250 and block.at > '-infinity' then
      delete from tour_block b
       where b.team_id = block.team_id and b.sorted_by = block.sorted_by and b.at = block.at and b.id = block.id
      returning b.* into block;
      update tour_block b set n = b.n + block.n
        from (select k.at, k.id from tour_block k
               where k.team_id = block.team_id and k.sorted_by = block.sorted_by and (k.at, k.id) < (block.at, block.id)
               order by k.at desc, k.id desc limit 1) lower
       where b.team_id = block.team_id and b.sorted_by = block.sorted_by and b.at = lower.at and b.id = lower.id;
    end if;
  end loop;
end $$;

create or replace function count_added_tours() returns trigger language plpgsql as $$
begin
  if not exists (select from added) then return null; end if;
  insert into tour_count as c (team_id, n)
  select team_id, count(*) from added group by team_id order by team_id
  on conflict (team_id) do update set n = c.n + excluded.n;
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

create function move_changed_tours() returns trigger language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  -- Held by the epoch already where a tour is imported or activated.
  perform from tour_count where team_id in (select team_id from was) order by team_id for update;
  perform count_in_blocks(array_agg(team_id), array_agg(sorted_by), array_agg(at), array_agg(id), array_agg(change))
     from (select team_id, 'made_at' as sorted_by, made_at as at, id, -1 as change from was
           union all select team_id, 'changed_at', changed_at, id, -1 from was
           union all select team_id, 'made_at', made_at, id, 1 from became
           union all select team_id, 'changed_at', changed_at, id, 1 from became) a;
  return null;
end $$;

create or replace function count_removed_tour() returns trigger language plpgsql as $$
begin
  update tour_count set n = n - 1 where team_id = old.team_id;
  perform count_in_blocks(array[old.team_id, old.team_id], array['made_at', 'changed_at'],
                          array[old.made_at, old.changed_at], array[old.id, old.id], array[-1, -1]);
  return null;
end $$;

create function cut_grown_block() returns trigger language plpgsql as $$
begin
  perform cut_block(new.team_id, new.sorted_by, new.at, new.id);
  return null;
end $$;

-- The block that holds the tour behind so many others, last first: where it ends, and how many tours stand above it. No
-- row where there are not so many.
create function block_at(team bigint, ordered text, skipped bigint)
  returns table (upper_at timestamptz, upper_id bigint, before bigint)
  language sql stable rows 1 set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
  select upper_at, upper_id, through - n
    from (select n, sum(n) over below as through,
                 coalesce(lag(at) over below, 'infinity') as upper_at,
                 coalesce(lag(id) over below, 9223372036854775807) as upper_id
            from tour_block where team_id = team and sorted_by = ordered
          window below as (order by at desc, id desc rows unbounded preceding)) b
   where through > skipped limit 1
$$;

-- A page is found in two steps: the block that holds its first tour, then the tours from there in the index. Both costs
-- are bounded by the size of a block and by how many blocks there are, not by the tours that stand before the page.
create or replace function page_of_tours(team bigint, most bigint, skipped bigint)
  returns table (id bigint, at timestamptz)
  language plpgsql stable rows 20 set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  block record;
begin
  select * into block from block_at(team, 'made_at', skipped);
  return query select t.id, t.made_at from tour t
    where t.team_id = team and (t.made_at, t.id) < (block.upper_at, block.upper_id)
    order by t.made_at desc, t.id desc limit most offset skipped - block.before;
end $$;
create or replace function page_of_changed_tours(team bigint, most bigint, skipped bigint, since bigint)
  returns table (id bigint, at timestamptz)
  language plpgsql stable rows 20 set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  from_at timestamptz := to_timestamp(since);
  block record;
begin
  select * into block from block_at(team, 'changed_at', skipped);
  return query select t.id, t.changed_at from tour t
    where t.team_id = team and t.changed_at >= from_at
      and (t.changed_at, t.id) < (block.upper_at, block.upper_id)
    order by t.changed_at desc, t.id desc limit most offset skipped - block.before;
end $$;

-- How many tours changed then or later: whole blocks, and what the index holds between the time and the first of them.
create function count_of_changed_tours(team bigint, since bigint) returns bigint
  language plpgsql stable set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  from_at timestamptz := to_timestamp(since);
  -- Plain variables: row-level security keeps every other expression out of an index condition.
  first_at timestamptz := 'infinity';
  first_id bigint := 9223372036854775807;
  first tour_block;
  whole bigint;
  begun bigint;
begin
  select * into first from tour_block b
   where b.team_id = team and b.sorted_by = 'changed_at' and b.at >= from_at order by b.at, b.id limit 1;
  if found then
    first_at := first.at;
    first_id := first.id;
  end if;
  select coalesce(sum(b.n), 0) into whole from tour_block b
   where b.team_id = team and b.sorted_by = 'changed_at' and b.at >= from_at;
  select count(*) into begun from tour t
   where t.team_id = team and t.changed_at >= from_at and (t.changed_at, t.id) < (first_at, first_id);
  return whole + begun;
end $$;

-- Row-level security binds the owner too.
set local app.team = '*';
insert into tour_block (team_id, sorted_by, at, id, n)
select team_id, sorted_by, '-infinity', 0, n
  from tour_count cross join (values ('made_at'), ('changed_at')) as o (sorted_by);
select cut_block(team_id, sorted_by, at, id) from tour_block where n > 2000;

create trigger tours_changed after update on tour
  referencing old table as was new table as became for each statement execute function move_changed_tours();
-- At the commit, once all that the transaction has done is counted: an import both adds and changes tours by one statement.
create constraint trigger block_grown after insert or update on tour_block
  deferrable initially deferred for each row when (new.n > 2000) execute function cut_grown_block();
