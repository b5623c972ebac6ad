-- Lives with 0058-invitations-by-mail.sql: a column with a default that it does not know. It keeps usage as the settings say.
-- How long the usage of a Team's apps is kept, where its plan says so (decision 0191).

alter table plan add column usage_days integer check (usage_days > 0);
