-- Lives with 0052-note.sql: columns that it does not know.
-- A credential that a person has allowed an agent, until its program collects it (decision 0232).

alter table team_credential
  -- Of the code in the answer to the browser. It stays when the code is used, so that a second use is seen.
  add column code_hash bytea unique check (length(code_hash) = 32),
  -- Whom the code serves: program, address and PKCE challenge, hashed together. Null once it is used.
  add column code_bound bytea check (length(code_bound) = 32),
  add constraint bound_codes check (code_hash is not null or code_bound is null);
