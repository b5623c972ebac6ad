-- Lives with no older program: it would admit a suspended app.
-- What operators decide of apps, Teams and people, and trials that the upstream may change at any time (decision 0134).

alter table app
  add column suspended_at timestamptz,
  -- In the operator's words; the Team's people are shown it.
  add column suspended_reason text,
  add check ((suspended_at is null) = (suspended_reason is null)),
  -- An operator has set the end of the trial: the upstream is not asked by itself any more.
  add column trial_set_by_operator boolean not null default false,
  -- When the upstream is asked about the trial next; null for never.
  add column trial_ask_at timestamptz default now();
alter table team
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add check ((suspended_at is null) = (suspended_reason is null));
alter table person
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add check ((suspended_at is null) = (suspended_reason is null));

-- In place of the apps whose trial is pending: all that are to be asked about. The column stays for nodes that still run what
-- was before.
drop index app_trial_pending;
create index app_trial_ask on app (trial_ask_at) where trial_ask_at is not null;
