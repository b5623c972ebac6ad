-- Lives with 0052-note.sql: tables, functions and triggers that it does not know.
-- Webhooks of Teams (decision 0180).

-- Where a Team wants to be told.
create table webhook_endpoint (
  id bigint generated always as identity primary key,
  team_id bigint not null references team (id) on delete cascade,
  url text not null,
  -- What is told; empty for everything.
  events text[] not null default '{}',
  -- Sealed with APP_SECRET_SEALING_KEYS. The one before signs too until its end.
  sealed bytea not null,
  previous_sealed bytea,
  previous_ends_at timestamptz,
  created_at timestamptz not null default now(),
  -- Nothing is written for it and nothing sent; null while it works.
  stopped_at timestamptz,
  -- The receiver answered 410: it wants no more.
  stopped_by_receiver boolean not null default false,
  unique (team_id, id),
  check ((previous_sealed is null) = (previous_ends_at is null))
);
create index webhook_endpoint_previous on webhook_endpoint (previous_ends_at) where previous_ends_at is not null;

-- One event for one endpoint: what is still to be sent, and the log of what was.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  team_id bigint not null references team (id) on delete cascade,
  endpoint_id bigint not null,
  -- The same for all endpoints, and when it is sent again: receivers know a repetition by it.
  event_id text collate "C" not null,
  type text collate "C" not null,
  -- A tour or an app, whose events are sent in their order; null for one that waits for none.
  subject text collate "C",
  data jsonb not null,
  -- When it happened.
  made_at timestamptz not null default now(),
  queued_at timestamptz not null default now(),
  -- When a process may try it: past its lease, or when it is to be tried again.
  free_at timestamptz not null default now(),
  lease integer not null default 0,
  attempts integer not null default 0,
  -- It is given up three days after the first try: not because an earlier one took them.
  first_tried_at timestamptz,
  tried_at timestamptz,
  -- HTTP status of the last answer, and why it did not count.
  status smallint,
  problem text collate "C",
  done_at timestamptz,
  delivered boolean not null default false,
  check (done_at is not null or not delivered),
  foreign key (team_id, endpoint_id) references webhook_endpoint (team_id, id) on delete cascade
);
create index webhook_delivery_free on webhook_delivery (endpoint_id, free_at) where done_at is null;
-- What an event waits for.
create index webhook_delivery_subject on webhook_delivery (endpoint_id, subject, id) where done_at is null;
-- The log of an endpoint.
create index webhook_delivery_log on webhook_delivery (endpoint_id, id);
create index webhook_delivery_queued on webhook_delivery (queued_at);

alter table webhook_endpoint enable row level security;
alter table webhook_endpoint force row level security;
create policy team_only on webhook_endpoint using (current_setting('app.team', true) in (team_id::text, '*'));
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy team_only on webhook_delivery using (current_setting('app.team', true) in (team_id::text, '*'));
grant select, insert, update, delete on webhook_endpoint, webhook_delivery to openhouse_service;
-- A secret is sealed for the id of its endpoint, before there is a row.
grant usage on sequence webhook_endpoint_id_seq to openhouse_service;

-- Writes an event for each endpoint that wants it, in the transaction of what happened. As the schema's owner: the gateway
-- activates tours, and may not read endpoints.
create function queue_webhook(of_team bigint, what text, about text, facts jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  event text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
begin
  insert into webhook_delivery (team_id, endpoint_id, event_id, type, subject, data)
  select of_team, e.id, event, what, about, facts from webhook_endpoint e
   where e.team_id = of_team and e.stopped_at is null and (e.events = '{}' or what = any (e.events))
   order by e.id;
end $$;

-- Triggers, so that no way to change a tour, by page, command, gateway or operator, forgets to tell. The row of a tour is held
-- then, so that the order of the ids is that in which things happened to it.
create function tell_of_added_tours() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform queue_webhook(a.team_id, 'tour.imported', 'tour:' || a.code,
                        jsonb_build_object('resource_code', a.code, 'name', a.name, 'is_active', a.active))
     from added a where exists (select from webhook_endpoint e where e.team_id = a.team_id);
  return null;
end $$;
create function tell_of_changed_tours() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform queue_webhook(b.team_id, case when b.imported_at <> w.imported_at then 'tour.replaced' else 'tour.activated' end,
                        'tour:' || b.code, jsonb_build_object('resource_code', b.code, 'name', b.name, 'is_active', b.active))
     from became b join was w on w.id = b.id
    where (b.imported_at <> w.imported_at or (b.active and not w.active))
      and exists (select from webhook_endpoint e where e.team_id = b.team_id);
  return null;
end $$;
create function tell_of_removed_tours() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform queue_webhook(g.team_id, 'tour.removed', 'tour:' || g.code,
                        jsonb_build_object('resource_code', g.code, 'name', g.name))
     from gone g where exists (select from webhook_endpoint e where e.team_id = g.team_id);
  return null;
end $$;
create trigger tour_added_told after insert on tour referencing new table as added
  for each statement execute function tell_of_added_tours();
create trigger tour_changed_told after update on tour referencing old table as was new table as became
  for each statement execute function tell_of_changed_tours();
create trigger tour_removed_told after delete on tour referencing old table as gone
  for each statement execute function tell_of_removed_tours();

create function tell_of_app() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform queue_webhook(new.team_id, 'app.created', 'app:' || new.app_key,
                        jsonb_build_object('app_key', new.app_key, 'name', new.name, 'trial_ends_at', new.trial_ends_at));
  return null;
end $$;
create trigger app_told after insert on app for each row execute function tell_of_app();

create function tell_of_secret() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform queue_webhook(a.team_id, 'secret.rotated', 'app:' || a.app_key,
                        jsonb_build_object('app_key', a.app_key, 'name', a.name, 'version', new.version))
     from app a where a.team_id = new.team_id and a.id = new.app_id;
  return null;
end $$;
create trigger app_secret_told after insert on app_secret
  for each row when (new.version > 1) execute function tell_of_secret();

revoke execute on function queue_webhook(bigint, text, text, jsonb), tell_of_added_tours(), tell_of_changed_tours(),
  tell_of_removed_tours(), tell_of_app(), tell_of_secret() from public;
-- Warnings, tests and what people have sent again.
grant execute on function queue_webhook(bigint, text, text, jsonb) to openhouse_service;
