-- The list of a Team's tours as the gateway answers it, and what it is ordered and filtered by (decision 0112).

alter table tour
  -- create_time of VR basic data as written, where it is a time; null where the tour does not say.
  add column create_time text,
  -- The same as a time, otherwise when the tour was first imported: what the list is ordered by.
  add column made_at timestamptz not null default now(),
  -- Absolute address of its cover picture; null where there is none, or the cover is a file of its own.
  add column picture text;

-- Row-level security binds the owner too.
set local app.team = '*';
update tour set made_at = created_at;

-- A page is found by these alone, whatever the number of tours.
create index tour_made on tour (team_id, made_at desc, id desc);
create index tour_changed on tour (team_id, changed_at desc, id desc);

-- What stands before a page is passed over in the index alone. A planner that takes the row-level policy for a filter which
-- leaves few rows would read and sort all tours of the Team: here it may not.
create function page_of_tours(team bigint, most bigint, skipped bigint) returns table (id bigint, at timestamptz)
  language sql stable rows 20 set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$ select t.id, t.made_at from tour t where t.team_id = team order by t.made_at desc, t.id desc limit most offset skipped $$;
create function page_of_changed_tours(team bigint, most bigint, skipped bigint, since bigint)
  returns table (id bigint, at timestamptz)
  language sql stable rows 20 set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
  select t.id, t.changed_at from tour t where t.team_id = team and t.changed_at >= to_timestamp(since)
   order by t.changed_at desc, t.id desc limit most offset skipped
$$;

-- How many tours a Team has: counting a million for each page would cost more than the page.
create table tour_count (
  team_id bigint primary key references team (id),
  n bigint not null check (n >= 0)
);
insert into tour_count (team_id, n) select team_id, count(*) from tour group by team_id;
alter table tour_count enable row level security;
alter table tour_count force row level security;
create policy team_only on tour_count using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update on tour_count to openhouse_service;

-- Counted once the row of the epoch is held: an import bumps it in the statement that adds the tours, a removal at the
-- commit, which is why a removal is counted there. One order, so that no two transactions wait for each other in a circle.
create function count_added_tours() returns trigger language plpgsql as $$
begin
  insert into tour_count as c (team_id, n)
  select team_id, count(*) from added group by team_id order by team_id
  on conflict (team_id) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger tours_added after insert on tour
  referencing new table as added for each statement execute function count_added_tours();
create function count_removed_tour() returns trigger language plpgsql as $$
begin
  update tour_count set n = n - 1 where team_id = old.team_id;
  return null;
end $$;
create constraint trigger tour_removed after delete on tour
  deferrable initially deferred for each row execute function count_removed_tour();
