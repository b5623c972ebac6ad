/** How the target is chosen, for the help of the commands that have one. */
export const TARGET_RULE =
  'Target, the first that applies: --profile or --portal; --store, --as or --data-dir (the store); OPENHOUSE_PROFILE; OPENHOUSE_PORTAL_URL; DATABASE_URL or DATA_DIR (the store); a data directory .openhouse here (the store); the current profile, which is that of the last openhouse login or openhouse profiles use. On a terminal the command prints its target. At the store it acts as the operator, and the audit says so.';
