-- Lives with 0052-note.sql: a table and a column that it does not know. Its imports are counted, and refused for what it knew.
-- How many files a Team has, which its plan limits too (decision 0169).

alter table plan add column files bigint check (files > 0);

-- Files of all tours of a Team: counting ten million for each import would cost more than the import. Not a column of tour_count,
-- whose row is locked behind the epoch: files are written before.
create table file_count (
  team_id bigint primary key references team (id) on delete cascade,
  n bigint not null check (n >= 0)
);
alter table file_count enable row level security;
alter table file_count force row level security;
create policy team_only on file_count using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update on file_count to openhouse_service;

create function count_added_files() returns trigger language plpgsql as $$
begin
  insert into file_count as c (team_id, n)
  select team_id, count(*) from added group by team_id order by team_id
  on conflict (team_id) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger files_added after insert on asset
  referencing new table as added for each statement execute function count_added_files();
create function count_removed_files() returns trigger language plpgsql as $$
begin
  update file_count c set n = c.n - g.n
    from (select team_id, count(*) as n from gone group by team_id) g where c.team_id = g.team_id;
  return null;
end $$;
create trigger files_removed after delete on asset
  referencing old table as gone for each statement execute function count_removed_files();

-- Row-level security binds the owner too.
set local app.team = '*';
insert into file_count (team_id, n) select team_id, count(*) from asset group by team_id;

-- The last thing of an import that is written beside others: refuses what they have left no room for. The row of tour_count is
-- held by then, so that of two that do not fit together the second one sees the first.
create function refuse_beyond_plan(of_team bigint, usual_files bigint, usual_bytes bigint) returns void language plpgsql as $$
begin
  if exists (select from team t join plan p on p.name = t.plan
               left join tour_count c on c.team_id = t.id left join file_count f on f.team_id = t.id
              where t.id = of_team
                and (c.n > p.tours or f.n > coalesce(p.files, usual_files)
                     or c.bytes > coalesce(p.stored_bytes, usual_bytes))) then
    raise exception 'the plan has no room for the import' using errcode = 'OHA02';
  end if;
end $$;
