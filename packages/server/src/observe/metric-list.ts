/** What is declared of a metric. Counters end in `_total`; units are seconds and bytes. */
export interface DeclaredMetric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** What it counts or measures. */
  readonly help: string;
  /** Their values are few and public: never a code, a key or an address. */
  readonly labels: readonly string[];
  /** How those of several workers are put together. */
  readonly aggregator: 'sum' | 'max' | 'first';
  /** Only there with `--workers` of more than one. */
  readonly ofWorkers?: true;
}

const counter = (help: string, ...labels: string[]): DeclaredMetric => ({
  type: 'counter',
  help,
  labels,
  aggregator: 'sum',
});
const histogram = (help: string, ...labels: string[]): DeclaredMetric => ({
  type: 'histogram',
  help,
  labels,
  aggregator: 'sum',
});
const gauge = (aggregator: DeclaredMetric['aggregator'], help: string, ...labels: string[]): DeclaredMetric => ({
  type: 'gauge',
  help,
  labels,
  aggregator,
});

/**
 * Every metric of the service, declared once (decision 0130): what runs, the reference page, the dashboard and the alert
 * rules are made from here. Node.js' own (`process_…`, `nodejs_…`) stand beside them.
 */
export const metricList = {
  openhouse_gateway_calls_total: counter(
    'Calls of the gateway by operation and envelope status.',
    'operation',
    'status',
  ),
  openhouse_gateway_call_seconds: histogram('Time from request to answer, in seconds, by operation.', 'operation'),
  openhouse_portal_calls_total: counter(
    'Calls of the portal by method, route pattern and HTTP status.',
    'method',
    'route',
    'status',
  ),
  openhouse_portal_call_seconds: histogram('Time from request to answer, in seconds, by route pattern.', 'route'),
  openhouse_portal_forwarding_mismatches_total: counter(
    'Calls of the portal whose X-Forwarded-For or Forwarded did not fit TRUST_PROXY_HOPS, by how.',
    'kind',
  ),
  openhouse_connections_refused_total: counter(
    'Connections that were closed unread because a surface had as many as its share of file descriptors allows.',
    'surface',
  ),
  openhouse_ready: gauge('max', '1 while /readyz answers that this node can serve, 0 while the database lets it not.'),
  openhouse_database_refuses_changes: gauge(
    'max',
    '1 while the database is read-only, or has refused a change for lack of room within 5 minutes: reads go on.',
  ),
  openhouse_database_connections: gauge(
    'sum',
    'Connections to the database by pool (work, reads, replica) and state (busy, idle).',
    'pool',
    'state',
  ),
  openhouse_database_connections_max: gauge('sum', 'Most connections of each pool.', 'pool'),
  openhouse_database_waiting: gauge('sum', 'Calls that wait for a connection to the database, by pool.', 'pool'),
  openhouse_database_clock_ahead_seconds: gauge(
    'first',
    "Seconds that the database's clock is ahead of this machine's; negative when it is behind.",
  ),
  openhouse_database_moved_total: counter(
    'Times that the database was another copy than before, as after a failover: what the new copy lacks is lost.',
  ),
  openhouse_payload_statements_total: counter(
    'Statements that read payloads into memory where DATABASE_READ_URL names a replica, by the server that answered (replica, database).',
    'server',
  ),
  openhouse_standing_age_seconds: gauge('max', 'Age of what this node knows of apps and tours, in seconds.'),
  openhouse_frame_cache_bytes: gauge('sum', 'Bytes of tour payloads in memory.'),
  openhouse_frame_cache_hits_total: counter('Payloads that were in memory when a call asked for them.'),
  openhouse_frame_cache_misses_total: counter('Payloads that were not in memory, and were read from the database.'),
  openhouse_asset_store_away: gauge(
    'max',
    '1 while the store of files does not answer and files are refused with 503, otherwise 0.',
  ),
  openhouse_assets_collected_total: counter('Files that no tour named any more and that this node removed.'),
  openhouse_limiter_shared: gauge(
    'first',
    '1 while calls are counted by the server of REDIS_URL, 0 while it is away; absent without one.',
  ),
  openhouse_limiter_counted_alone_total: counter(
    'Requests that this node counted for the limits alone, because REDIS_URL was away.',
  ),
  openhouse_limits_apart: gauge(
    'max',
    'Processes that count the limits of the same callers elsewhere, because their REDIS_URL is another one or missing.',
  ),
  openhouse_uploads_total: counter(
    'Uploads of tours that arrived, by what became of them: imported, in part, refused, busy, left by their sender, or failed for reasons of the service.',
    'outcome',
  ),
  openhouse_upload_seconds: histogram('Time from the end of an upload to its report, in seconds, waiting included.'),
  openhouse_upload_bytes_total: counter('Bytes of uploads of tours that arrived.'),
  openhouse_uploaded_tours_total: counter(
    'Tours of uploads by what became of them (created, changed, unchanged, refused).',
    'outcome',
  ),
  openhouse_identity_provider_outages_total: counter(
    'Calls that found the identity provider unavailable, held back ones included, by call.',
    'call',
  ),
  openhouse_app_requests_waiting: gauge('max', 'App requests that are not completed yet.'),
  openhouse_app_requests_oldest_seconds: gauge(
    'max',
    'Age of the oldest App request that is not completed, in seconds.',
  ),
  openhouse_audit_entries: gauge('max', 'Entries in the audit logs of all Teams together.'),
  openhouse_retention_removed_total: counter(
    'Rows that were kept as long as the operator has set and that this node removed, by kind (usage, calls, audit, sessions, handshakes).',
    'kind',
  ),
  openhouse_mails_total: counter(
    'Mails by what became of them: sent, postponed to another try, failed for good, or dropped because nobody is to get them any more.',
    'outcome',
  ),
  openhouse_mails_oldest_seconds: gauge('max', 'Age of the oldest mail that is not sent, in seconds.'),
  openhouse_webhooks_total: counter(
    'Tries to deliver webhooks of Teams by what became of them: delivered, postponed to another try, or given up.',
    'outcome',
  ),
  openhouse_retention_overdue_seconds: gauge(
    'max',
    'Seconds by which the oldest of each kind is kept longer than the operator has set.',
    'kind',
  ),
  openhouse_certificate_start_seconds: gauge(
    'first',
    'From when the certificate is valid that a variable leads to, as the server there shows it or a file has it, in seconds since 1970.',
    'of',
  ),
  openhouse_certificate_end_seconds: gauge(
    'first',
    'When that certificate ends, in seconds since 1970; absent without TLS, and until the server has answered once.',
    'of',
  ),
  openhouse_build_info: gauge(
    'first',
    'Always 1; the labels name the version of the service and of Node.js.',
    'version',
    'node',
  ),
  openhouse_workers: { ...gauge('first', 'Workers that serve now.'), ofWorkers: true },
  openhouse_workers_lost_total: { ...counter('Workers that ended by themselves and were replaced.'), ofWorkers: true },
} as const satisfies Readonly<Record<string, DeclaredMetric>>;

export type MetricName = keyof typeof metricList;

/** What prom-client is told of a metric. */
export function declared(name: MetricName) {
  const { help, labels, aggregator }: DeclaredMetric = metricList[name];
  return { name, help, labelNames: [...labels], aggregator };
}
