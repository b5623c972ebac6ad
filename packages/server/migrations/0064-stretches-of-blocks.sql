-- Lives with 0052-note.sql: what pages are found by gives the same answers sooner.

-- Of a Team with a million tours half a thousand blocks were added up to find a page in the middle. A block of the second
-- level counts a stretch of those of the first and begins with one of them, so that some tens are added up (decision 0112).
alter table tour_block
  add column level smallint not null default 1 check (level in (1, 2)),
  drop constraint tour_block_pkey,
  add primary key (team_id, sorted_by, level, at, id);

-- What a block is cut to once it holds twice as many tours; with a quarter it joins the one below. `block_grown` names
-- the doubles.
create function block_size(level integer) returns integer language sql immutable
  return case level when 1 then 1000 else 32000 end;

-- The functions below may not sort. Where the planner cannot do without, its cost would have a statement compiled, which
-- takes longer than all of them: hence `jit`.

drop trigger block_grown on tour_block;
drop function cut_block(bigint, text, timestamptz, bigint);

-- Cuts a block that has grown: one of tours by what the table holds, one of blocks by those. What the same transaction has
-- removed and not yet counted out makes the two differ: then a later transaction cuts it.
create function cut_block(team bigint, ordered text, at_level integer, from_at timestamptz, from_id bigint) returns void
  language plpgsql set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set jit = off
as $$
declare
  noted integer;
  next_at timestamptz := 'infinity';
  next_id bigint := 9223372036854775807;
  next tour_block;
begin
  select b.n into noted from tour_block b
   where b.team_id = team and b.sorted_by = ordered and b.level = at_level and b.at = from_at and b.id = from_id;
  select * into next from tour_block b
   where b.team_id = team and b.sorted_by = ordered and b.level = at_level and (b.at, b.id) > (from_at, from_id)
   order by b.at, b.id limit 1;
  if found then
    next_at := next.at;
    next_id := next.id;
  end if;
  if at_level = 1 then
    execute format(
      'insert into tour_block (team_id, sorted_by, level, at, id, n)
       select $1, $2, 1, case when place = 1 then $3 else at end, case when place = 1 then $4 else id end,
              least($8, total - place + 1)
         from (select %1$I as at, id, row_number() over (order by %1$I, id) as place, count(*) over () as total
                 from tour where team_id = $1 and (%1$I, id) >= ($3, $4) and (%1$I, id) < ($5, $6)) t
        where place %% $8 = 1 and total = $7 and total > 2 * $8
       on conflict (team_id, sorted_by, level, at, id) do update set n = excluded.n', ordered)
      using team, ordered, from_at, from_id, next_at, next_id, noted, block_size(1);
  else
    insert into tour_block (team_id, sorted_by, level, at, id, n)
    select team, ordered, 2, b.first_at[1], b.first_id[1], b.held
      from (select array_agg(k.at order by k.at, k.id) as first_at, array_agg(k.id order by k.at, k.id) as first_id,
                   sum(k.n) as held, min(k.total) as total
              from (select t.at, t.id, t.n, (sum(t.n) over (order by t.at, t.id) - t.n) / block_size(2) as stretch,
                           sum(t.n) over () as total
                      from tour_block t
                     where t.team_id = team and t.sorted_by = ordered and t.level = 1
                       and (t.at, t.id) >= (from_at, from_id) and (t.at, t.id) < (next_at, next_id)) k
             group by k.stretch) b
     where b.total = noted and b.total > 2 * block_size(2)
    on conflict (team_id, sorted_by, level, at, id) do update set n = excluded.n;
  end if;
end $$;

create or replace function cut_grown_block() returns trigger language plpgsql as $$
begin
  perform cut_block(new.team_id, new.sorted_by, new.level, new.at, new.id);
  return null;
end $$;

-- Counts tours in and out of their blocks. Who calls it holds the row of the Team in tour_count, so that one transaction
-- after the other does.
create or replace function count_in_blocks(teams bigint[], orders text[], ats timestamptz[], ids bigint[], changes integer[])
  returns void language plpgsql set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set jit = off
as $$
declare
  block tour_block;
begin
  for block in
    with counted as materialized (
      select c.team_id, c.sorted_by, f.at, f.id, sum(c.change)::integer as change
        from unnest(teams, orders, ats, ids, changes) as c (team_id, sorted_by, at, id, change)
       cross join lateral (
         select k.at, k.id from tour_block k
          where k.team_id = c.team_id and k.sorted_by = c.sorted_by and k.level = 1 and (k.at, k.id) <= (c.at, c.id)
          order by k.at desc, k.id desc limit 1) f
       group by c.team_id, c.sorted_by, f.at, f.id having sum(c.change) <> 0),
    stretches as (
      select c.team_id, c.sorted_by, f.at, f.id, sum(c.change)::integer as change
        from counted c
       cross join lateral (
         select k.at, k.id from tour_block k
          where k.team_id = c.team_id and k.sorted_by = c.sorted_by and k.level = 2 and (k.at, k.id) <= (c.at, c.id)
          order by k.at desc, k.id desc limit 1) f
       group by c.team_id, c.sorted_by, f.at, f.id having sum(c.change) <> 0)
    update tour_block b set n = b.n + d.change
      from (select 2 as level, * from stretches union all select 1, * from counted) d
     where b.team_id = d.team_id and b.sorted_by = d.sorted_by and b.level = d.level and b.at = d.at and b.id = d.id
    returning b.*
  loop
    -- Few are left: they join the block below, so that blocks do not outnumber by far what they hold. A block that was
    -- joined to this one meanwhile counts: its row is read again. One that a stretch begins with stays.
    if block.n < block_size(block.level) / 4 and block.at > '-infinity' then
      delete from tour_block b
       where b.team_id = block.team_id and b.sorted_by = block.sorted_by and b.level = block.level
         and b.at = block.at and b.id = block.id
         and (b.level = 2 or not exists (
               select from tour_block s
                where s.team_id = block.team_id and s.sorted_by = block.sorted_by and s.level = 2
                  and s.at = block.at and s.id = block.id))
      returning b.* into block;
      update tour_block b set n = b.n + block.n
        from (select k.at, k.id from tour_block k
               where k.team_id = block.team_id and k.sorted_by = block.sorted_by and k.level = block.level
                 and (k.at, k.id) < (block.at, block.id)
               order by k.at desc, k.id desc limit 1) lower
       where b.team_id = block.team_id and b.sorted_by = block.sorted_by and b.level = block.level
         and b.at = lower.at and b.id = lower.id;
    end if;
  end loop;
end $$;

create or replace function count_added_tours() returns trigger
  language plpgsql set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set jit = off
as $$
declare
  of_team bigint;
  total bigint;
  came record;
  made record;
  changed record;
begin
  -- In order, so that nobody waits in a circle.
  for of_team in select unnest(array_agg(distinct team_id)) from added loop
    select count(*)::integer as n, sum(size_bytes) as bytes, max(made_at) as last_made, max(changed_at) as last_changed
      into came from added where team_id = of_team;
    insert into tour_count as c (team_id, n, bytes) values (of_team, came.n, came.bytes)
    on conflict (team_id) do update set n = c.n + excluded.n, bytes = c.bytes + excluded.bytes
    returning c.n into total;
    if total = came.n then
      insert into tour_block (team_id, sorted_by, level, at, id, n)
      select of_team, sorted_by, level, '-infinity', 0, 0
        from (values ('changed_at'), ('made_at')) as o (sorted_by) cross join (values (1), (2)) as l (level)
      on conflict (team_id, sorted_by, level, at, id) do nothing;
    end if;
    -- An import mostly comes into one block of each order: then it is one look-up instead of one for each tour.
    select b.at, b.id into made from tour_block b
     where b.team_id = of_team and b.sorted_by = 'made_at' and b.level = 1 and b.at <= came.last_made
     order by b.at desc, b.id desc limit 1;
    select b.at, b.id into changed from tour_block b
     where b.team_id = of_team and b.sorted_by = 'changed_at' and b.level = 1 and b.at <= came.last_changed
     order by b.at desc, b.id desc limit 1;
    if exists (
         select from added a where a.team_id = of_team
            and ((a.made_at, a.id) < (made.at, made.id) or (a.changed_at, a.id) < (changed.at, changed.id))) then
      perform count_in_blocks(array_agg(team_id), array_agg(sorted_by), array_agg(at), array_agg(id), array_agg(1))
         from (select team_id, 'made_at' as sorted_by, made_at as at, id from added where team_id = of_team
               union all select team_id, 'changed_at', changed_at, id from added where team_id = of_team) a;
    else
      perform count_in_blocks(array[of_team, of_team], array['made_at', 'changed_at'], array[made.at, changed.at],
                              array[made.id, changed.id], array[came.n, came.n]);
    end if;
  end loop;
  return null;
end $$;

-- The block that holds the tour behind so many others, last first: where it ends, and how many tours stand above it. No
-- row where there are not so many. A stretch is found first, then a block of it; each level is added up from its nearer
-- end, one by one: a window costs twice as much for each.
create or replace function block_at(team bigint, ordered text, skipped bigint)
  returns table (upper_at timestamptz, upper_id bigint, before bigint)
  language plpgsql stable rows 1 set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set jit = off
as $$
declare
  -- Where the part begins that is looked through, and how many tours it holds.
  lower_at timestamptz := '-infinity';
  lower_id bigint := 0;
  held bigint;
  block record;
  is_found boolean;
begin
  select c.n into held from tour_count c where c.team_id = team;
  if held is null or skipped >= held then return; end if;
  upper_at := 'infinity';
  upper_id := 9223372036854775807;
  before := 0;
  for at_level in reverse 2..1 loop
    if skipped - before < held / 2 then
      for block in select b.at, b.id, b.n from tour_block b
                    where b.team_id = team and b.sorted_by = ordered and b.level = at_level
                      and (b.at, b.id) >= (lower_at, lower_id) and (b.at, b.id) < (upper_at, upper_id)
                    order by b.at desc, b.id desc loop
        if before + block.n > skipped then
          lower_at := block.at;
          lower_id := block.id;
          held := block.n;
          exit;
        end if;
        before := before + block.n;
        upper_at := block.at;
        upper_id := block.id;
      end loop;
    else
      before := before + held;
      is_found := false;
      for block in select b.at, b.id, b.n from tour_block b
                    where b.team_id = team and b.sorted_by = ordered and b.level = at_level
                      and (b.at, b.id) >= (lower_at, lower_id) and (b.at, b.id) < (upper_at, upper_id)
                    order by b.at, b.id loop
        -- It ends where the next one above begins.
        if is_found then
          upper_at := block.at;
          upper_id := block.id;
          exit;
        end if;
        before := before - block.n;
        if before <= skipped then
          is_found := true;
          lower_at := block.at;
          lower_id := block.id;
          held := block.n;
        end if;
      end loop;
    end if;
  end loop;
  return next;
end $$;

-- How many tours changed then or later: whole stretches, whole blocks below the first of them, and what the index holds
-- between the time and the first of those.
create or replace function count_of_changed_tours(team bigint, since bigint) returns bigint
  language plpgsql stable set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set jit = off
as $$
declare
  from_at timestamptz := to_timestamp(since);
  -- Plain variables: row-level security keeps every other expression out of an index condition.
  first_at timestamptz := 'infinity';
  first_id bigint := 9223372036854775807;
  first record;
  whole bigint;
  total bigint := 0;
begin
  for at_level in reverse 2..1 loop
    select coalesce(sum(b.n), 0) into whole from tour_block b
     where b.team_id = team and b.sorted_by = 'changed_at' and b.level = at_level
       and b.at >= from_at and (b.at, b.id) < (first_at, first_id);
    total := total + whole;
    select b.at, b.id into first from tour_block b
     where b.team_id = team and b.sorted_by = 'changed_at' and b.level = at_level and b.at >= from_at
     order by b.at, b.id limit 1;
    if found then
      first_at := first.at;
      first_id := first.id;
    end if;
  end loop;
  select count(*) into whole from tour t
   where t.team_id = team and t.changed_at >= from_at and (t.changed_at, t.id) < (first_at, first_id);
  return total + whole;
end $$;

-- Row-level security binds the owner too.
set local app.team = '*';
insert into tour_block (team_id, sorted_by, level, at, id, n)
select team_id, sorted_by, 2, '-infinity', 0, sum(n) from tour_block group by team_id, sorted_by;
select cut_block(team_id, sorted_by, level, at, id) from tour_block where level = 2 and n > 2 * block_size(2);

-- At the commit, once all that the transaction has done is counted: an import both adds and changes tours by one statement.
create constraint trigger block_grown after insert or update on tour_block
  deferrable initially deferred for each row
  when (new.n > case new.level when 1 then 2000 else 64000 end) execute function cut_grown_block();
