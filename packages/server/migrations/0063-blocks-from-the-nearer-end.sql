-- Lives with 0052-note.sql: what pages are found by gives the same answers sooner.

-- The block that holds the tour behind so many others, last first: where it ends, and how many tours stand above it. No
-- row where there are not so many. Blocks are added up from the nearer end, one by one: a window over them costs twice as
-- much for each (decision 0112).
create or replace function block_at(team bigint, ordered text, skipped bigint)
  returns table (upper_at timestamptz, upper_id bigint, before bigint)
  language plpgsql stable rows 1 set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  total bigint;
  block record;
  is_found boolean := false;
begin
  select c.n into total from tour_count c where c.team_id = team;
  if total is null or skipped >= total then return; end if;
  upper_at := 'infinity';
  upper_id := 9223372036854775807;
  if skipped < total / 2 then
    before := 0;
    for block in select b.at, b.id, b.n from tour_block b
                  where b.team_id = team and b.sorted_by = ordered order by b.at desc, b.id desc loop
      exit when before + block.n > skipped;
      before := before + block.n;
      upper_at := block.at;
      upper_id := block.id;
    end loop;
  else
    before := total;
    for block in select b.at, b.id, b.n from tour_block b
                  where b.team_id = team and b.sorted_by = ordered order by b.at, b.id loop
      -- It ends where the next one above begins.
      if is_found then
        upper_at := block.at;
        upper_id := block.id;
        exit;
      end if;
      before := before - block.n;
      is_found := before <= skipped;
    end loop;
  end if;
  return next;
end $$;
