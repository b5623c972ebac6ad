-- Lives with 0052-note.sql: columns that it does not know, all of which may be left out.
-- Invitations that are sent by mail as well (decision 0190). The row is the outbox too: with the invitation everything of it goes.

alter table invitation
  -- Whom it was made for; null for a link that whoever made it passes on.
  add column email text check (length(email) <= 254),
  add column mail_state text check (mail_state in ('waiting', 'sent', 'failed')),
  -- The token of the link, sealed, until the mail was sent or never will be.
  add column mail_token bytea,
  -- When a process may try it: past its lease, or when it is to be tried again.
  add column mail_free_at timestamptz,
  add column mail_lease integer not null default 0,
  add column mail_attempts integer not null default 0,
  add check ((email is null) = (mail_state is null)),
  add check ((mail_token is not null) = (mail_state is not distinct from 'waiting')),
  add check ((mail_free_at is not null) = (mail_state is not distinct from 'waiting'));
create index invitation_mail_free on invitation (mail_free_at) where mail_free_at is not null;
create index invitation_email on invitation (lower(email)) where email is not null;
