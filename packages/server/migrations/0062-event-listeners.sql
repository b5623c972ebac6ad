-- Lives with 0052-note.sql: tables that it does not know, and functions that go on doing what they did.
-- Commands that listen to what happens in a Team (decision 0196).

-- A command that asks again and again. Once it has not asked for a while it is forgotten, with what it did not fetch.
create table event_listener (
  team_id bigint not null references team (id) on delete cascade,
  -- Chosen by the command: nobody else fetches its events.
  id text collate "C" not null,
  -- What it is told; empty for everything.
  events text[] not null default '{}',
  since timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (team_id, id)
);
create index event_listener_ends on event_listener (ends_at);

-- One event for one listener, until the listener says that it has it.
create table heard_event (
  id bigint generated always as identity primary key,
  team_id bigint not null references team (id) on delete cascade,
  listener_id text collate "C" not null,
  -- The same as in webhook_delivery.
  event_id text collate "C" not null,
  type text collate "C" not null,
  data jsonb not null,
  made_at timestamptz not null default now(),
  foreign key (team_id, listener_id) references event_listener (team_id, id) on delete cascade
);
create index heard_event_listener on heard_event (team_id, listener_id, id);
create index heard_event_made on heard_event (made_at);

alter table event_listener enable row level security;
alter table event_listener force row level security;
create policy team_only on event_listener using (current_setting('app.team', true) in (team_id::text, '*'));
alter table heard_event enable row level security;
alter table heard_event force row level security;
create policy team_only on heard_event using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update, delete on event_listener, heard_event to openhouse_service;

-- As before, and for each command that listens.
create or replace function queue_webhook(of_team bigint, what text, about text, facts jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  event text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
begin
  insert into webhook_delivery (team_id, endpoint_id, event_id, type, subject, data)
  select of_team, e.id, event, what, about, facts from webhook_endpoint e
   where e.team_id = of_team and e.stopped_at is null and (e.events = '{}' or what = any (e.events))
   order by e.id;
  insert into heard_event (team_id, listener_id, event_id, type, data)
  select of_team, l.id, event, what, facts from event_listener l
   where l.team_id = of_team and l.ends_at > now() and (l.events = '{}' or what = any (l.events))
   order by l.id;
end $$;

-- As before, and where a command listens: a Team that nobody hears of pays for one look more into an index.
create or replace function tell_of_added_tours() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform queue_webhook(a.team_id, 'tour.imported', 'tour:' || a.code,
                        jsonb_build_object('resource_code', a.code, 'name', a.name, 'is_active', a.active))
     from added a
    where exists (select from webhook_endpoint e where e.team_id = a.team_id)
       or exists (select from event_listener l where l.team_id = a.team_id);
  return null;
end $$;
create or replace function tell_of_changed_tours() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform queue_webhook(b.team_id, case when b.imported_at <> w.imported_at then 'tour.replaced' else 'tour.activated' end,
                        'tour:' || b.code, jsonb_build_object('resource_code', b.code, 'name', b.name, 'is_active', b.active))
     from became b join was w on w.id = b.id
    where (b.imported_at <> w.imported_at or (b.active and not w.active))
      and (exists (select from webhook_endpoint e where e.team_id = b.team_id)
           or exists (select from event_listener l where l.team_id = b.team_id));
  return null;
end $$;
create or replace function tell_of_removed_tours() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform queue_webhook(g.team_id, 'tour.removed', 'tour:' || g.code,
                        jsonb_build_object('resource_code', g.code, 'name', g.name))
     from gone g
    where exists (select from webhook_endpoint e where e.team_id = g.team_id)
       or exists (select from event_listener l where l.team_id = g.team_id);
  return null;
end $$;
