-- Lives with 0048-teams-that-go.sql: columns with defaults. It exchanges from anywhere, and activates for every app.
-- What owners set of an app (decision 0151): what it is for, whom to ask, from where it exchanges, and whether it activates tours.

alter table app
  add column description text not null default '' check (length(description) <= 500),
  add column contact text not null default '' check (length(contact) <= 254),
  -- Of its mark on the pages; null for that of all others.
  add column colour text collate "C" check (colour in ('green', 'amber', 'blue', 'clay', 'leaf', 'stone')),
  -- From where it may exchange; none: from anywhere.
  add column networks cidr[] not null default '{}' check (cardinality(networks) <= 50),
  add column may_activate boolean not null default true;
