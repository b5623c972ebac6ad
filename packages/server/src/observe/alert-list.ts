import type { MetricName } from './metric-list.ts';

/** A condition that somebody should act on. */
export interface Alert {
  /** In PromQL; the job of the service is called `openhouse`. */
  readonly expr: string;
  readonly metrics: readonly MetricName[];
  /** How long it must hold: `5m`. */
  readonly for: string;
  /** `page` wakes somebody, `ticket` waits until morning. */
  readonly severity: 'page' | 'ticket';
  readonly summary: string;
  readonly remedy: string;
}

const WRONG = 'status=~"err_internal|err_unavailable"';

/** The alert rules, from which docs/monitoring/alerts.yml is written; a test has a case of each that fires, and one that does not. */
export const alertList: Readonly<Record<string, Alert>> = {
  OpenhouseDown: {
    expr: 'up{job="openhouse"} == 0',
    metrics: [],
    for: '2m',
    severity: 'page',
    summary: 'A node does not answer at its operator port.',
    remedy: "See whether its process runs, and the process's log.",
  },
  OpenhouseGatewayFails: {
    expr: `sum(rate(openhouse_gateway_calls_total{${WRONG}}[5m])) / sum(rate(openhouse_gateway_calls_total[5m])) > 0.02`,
    metrics: ['openhouse_gateway_calls_total'],
    for: '5m',
    severity: 'page',
    summary: 'More than 2% of the calls of the gateway fail for reasons of its own.',
    remedy: 'See /readyz of each node, and the lines "broken" and "database away" of the log.',
  },
  OpenhousePortalFails: {
    expr: 'sum(rate(openhouse_portal_calls_total{status=~"5.."}[5m])) / sum(rate(openhouse_portal_calls_total[5m])) > 0.05',
    metrics: ['openhouse_portal_calls_total'],
    for: '5m',
    severity: 'page',
    summary: 'More than 5% of the calls of the portal fail for reasons of its own.',
    remedy: 'See /readyz of each node, and the identity provider.',
  },
  OpenhouseGatewaySlow: {
    expr: 'histogram_quantile(0.99, sum by (le) (rate(openhouse_gateway_call_seconds_bucket[5m]))) > 1',
    metrics: ['openhouse_gateway_call_seconds'],
    for: '10m',
    severity: 'ticket',
    summary: 'One of a hundred calls of the gateway takes longer than a second.',
    remedy: 'See the database, openhouse_database_waiting, and docs/guides/capacity.md.',
  },
  OpenhouseStandingOld: {
    expr: 'max by (instance) (openhouse_standing_age_seconds) > 5',
    metrics: ['openhouse_standing_age_seconds'],
    for: '1m',
    severity: 'page',
    summary: 'A node has not heard from the database for 5 s: after STANDING_STALE_MAX_S it answers 503.',
    remedy: 'See whether it reaches the database.',
  },
  OpenhouseNotReady: {
    expr: 'min by (instance) (openhouse_ready) == 0',
    metrics: ['openhouse_ready'],
    for: '1m',
    severity: 'page',
    summary: 'A node says that it cannot serve: the database is away, read-only, or a replica.',
    remedy: 'Its /readyz says why; docs/guides/when-a-part-fails.md says what to do.',
  },
  OpenhouseNoChanges: {
    expr: 'max by (instance) (openhouse_database_refuses_changes) > 0',
    metrics: ['openhouse_database_refuses_changes'],
    for: '1m',
    severity: 'page',
    summary: 'The database refuses changes: it is read-only, or its disk has no room. Reads go on.',
    remedy: 'See the warnings of /readyz; give the disk room, or undo what made it read-only.',
  },
  OpenhouseDatabaseMoved: {
    expr: 'increase(openhouse_database_moved_total[15m]) > 0',
    metrics: ['openhouse_database_moved_total'],
    for: '0m',
    severity: 'ticket',
    summary: 'The database is another copy than before, after a failover or a restore.',
    remedy: 'See "the database is another copy than before" in the log: "lost" says how many changes are gone.',
  },
  OpenhouseCertificateEnds: {
    expr:
      'min by (of) (openhouse_certificate_end_seconds - time()) < 14 * 86400 and ' +
      'min by (of) ((openhouse_certificate_end_seconds - time()) / (openhouse_certificate_end_seconds - openhouse_certificate_start_seconds)) < 1 / 3',
    metrics: ['openhouse_certificate_end_seconds', 'openhouse_certificate_start_seconds'],
    for: '15m',
    severity: 'ticket',
    summary: 'A certificate ends within two weeks, and nothing has renewed it.',
    remedy:
      'The label names the variable that leads to it. Renew it there, and let the server that shows it read it again.',
  },
  OpenhouseDatabaseCrowded: {
    expr: 'max by (instance, pool) (openhouse_database_waiting) > 0',
    metrics: ['openhouse_database_waiting'],
    for: '5m',
    severity: 'ticket',
    summary: 'Calls wait for a connection to the database all the time.',
    remedy:
      'See what the connections wait for (pg_stat_activity); raise DATABASE_POOL_SIZE where the database has room.',
  },
  OpenhouseClockOff: {
    expr: 'abs(openhouse_database_clock_ahead_seconds) > 2',
    metrics: ['openhouse_database_clock_ahead_seconds'],
    for: '2m',
    severity: 'ticket',
    summary: "The clock of a node is more than 2 s off the database's.",
    remedy: 'Let both follow a time server (chrony, systemd-timesyncd).',
  },
  OpenhouseLimitsAlone: {
    expr: 'rate(openhouse_limiter_counted_alone_total[5m]) > 0',
    metrics: ['openhouse_limiter_counted_alone_total'],
    for: '5m',
    severity: 'ticket',
    summary: 'The shared limiter is away: each node counts alone, so the limits are looser.',
    remedy: 'See the server of REDIS_URL.',
  },
  OpenhouseLimitsApart: {
    expr: 'max by (instance) (openhouse_limits_apart) > 0',
    metrics: ['openhouse_limits_apart'],
    for: '2m',
    severity: 'ticket',
    summary: 'Processes count the limits in different places, so an app may call each group of them up to its limit.',
    remedy: 'Give all of them the same REDIS_URL; the warnings of /readyz name the others.',
  },
  OpenhouseUploadsFail: {
    expr: 'increase(openhouse_uploads_total{outcome="failed"}[15m]) > 2',
    metrics: ['openhouse_uploads_total'],
    for: '0m',
    severity: 'ticket',
    summary: 'Uploads of tours fail for reasons of the service.',
    remedy: 'See "an import broke" in the log, /readyz, and the store of files.',
  },
  OpenhouseFilesAway: {
    expr: 'max by (instance) (openhouse_asset_store_away) > 0',
    metrics: ['openhouse_asset_store_away'],
    for: '1m',
    severity: 'page',
    summary: 'The store of files is away: pictures and models are answered with 503.',
    remedy: 'See the store that ASSET_STORE_URL names, and /readyz.',
  },
  OpenhouseProviderAway: {
    expr: 'increase(openhouse_identity_provider_outages_total[5m]) > 5',
    metrics: ['openhouse_identity_provider_outages_total'],
    for: '2m',
    severity: 'page',
    summary: 'The identity provider is away: nobody can sign in.',
    remedy: 'See the provider, and openhouse doctor.',
  },
  OpenhouseMailWaits: {
    // Not by tries: up to four hours lie between two of a mail, and it waits all the while.
    expr: 'max(openhouse_mails_oldest_seconds) > 300 or sum(increase(openhouse_mails_total{outcome="failed"}[15m])) > 0',
    metrics: ['openhouse_mails_oldest_seconds', 'openhouse_mails_total'],
    for: '15m',
    severity: 'ticket',
    summary: 'The mail server takes no mails, or refuses some of them for good.',
    remedy: 'See openhouse doctor, and "mail" in the log. Mails are tried again for three days.',
  },
  OpenhouseAppRequestsStuck: {
    expr: 'max(openhouse_app_requests_oldest_seconds) > 600',
    metrics: ['openhouse_app_requests_oldest_seconds'],
    for: '5m',
    severity: 'ticket',
    summary: 'An App request has not been completed for ten minutes.',
    remedy: 'See the upstream app service, and the log of the process that runs the jobs.',
  },
  OpenhouseNoJobs: {
    // Who runs no jobs does not look: without any, the two alerts around this one have nothing to go by.
    expr: 'absent(openhouse_retention_overdue_seconds)',
    metrics: ['openhouse_retention_overdue_seconds'],
    for: '15m',
    severity: 'ticket',
    summary: 'No process runs the background jobs: apps stay pending, mails and webhooks wait, nothing is removed.',
    remedy: 'Start one with SERVE_ONLY of all or operator-jobs, and let Prometheus read it.',
  },
  OpenhouseRetentionBehind: {
    expr: 'max by (kind) (openhouse_retention_overdue_seconds) > 172800',
    metrics: ['openhouse_retention_overdue_seconds'],
    for: '15m',
    severity: 'ticket',
    summary: 'Something is kept for two days longer than the operator has set.',
    remedy: 'See the log of the process that runs the jobs: "retention failed".',
  },
  OpenhouseConnectionsRefused: {
    expr: 'increase(openhouse_connections_refused_total[5m]) > 0',
    metrics: ['openhouse_connections_refused_total'],
    for: '0m',
    severity: 'ticket',
    summary: 'Callers are refused because the process may not open more files.',
    remedy: 'Raise its limit of file descriptors (LimitNOFILE), or add a node.',
  },
  OpenhouseWorkersLost: {
    expr: 'increase(openhouse_workers_lost_total[15m]) > 2',
    metrics: ['openhouse_workers_lost_total'],
    for: '0m',
    severity: 'ticket',
    summary: 'Workers end by themselves.',
    remedy: 'See the log for what they said last, and the memory of the machine.',
  },
};
