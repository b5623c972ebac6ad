import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NO_ROOM, UNREADY } from '../process/node-support.ts';
import { workerMetrics } from '../process/workers/worker-metrics.ts';
import { useFolder } from '../testing/folder.ts';
import { folderWith, servicesRequired } from '../testing/processes.ts';
import { alertList } from './alert-list.ts';
import { type DeclaredMetric, metricList } from './metric-list.ts';
import { createMetrics } from './metrics.ts';
import { alertRules, grafanaDashboard } from './monitoring-pages.ts';

const folder = useFolder();
const src = join(import.meta.dirname, '..');
const docs = join(import.meta.dirname, '../../../../docs');
const metrics: [string, DeclaredMetric][] = Object.entries(metricList);
const missing = folderWith('promtool') === undefined && !servicesRequired;
const promtool = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });

test('what runs is what is declared: names, types and labels', async () => {
  const pool = { pool: 'work', busy: 1, idle: 2, waiting: 3, max: 4 } as const;
  const { registry, ...counting } = createMetrics({
    cacheBytes: () => 0,
    cacheHits: () => 0,
    cacheMisses: () => 0,
    standingAgeMs: () => 0,
    clockAheadS: () => 0,
    assetsAway: () => false,
    certificates: () => [{ of: 'OIDC_ISSUER', startMs: 0, endMs: 1000 }],
    pools: () => [pool],
    ready: () => true,
    refusesChanges: () => false,
    limiterShared: () => true,
    jobs: async () => ({ waiting: 5, oldestS: 6, oldestMailS: 9, auditEntries: 7, overdueS: new Map([['usage', 8]]) }),
  });
  counting.gatewayCall({ operation: 'vr-info', status: 'success' }, 1);
  counting.portalCall({ method: 'GET', route: '/', httpStatus: 200, costMs: 1, forwarding: 'missing' });
  counting.providerOutage('profile');
  counting.databaseMoved();
  counting.connectionRefused('portal');
  counting.payloadsRead('replica');
  counting.limitsApart(1);
  counting.upload('imported', 10, 1);
  counting.uploadedTour('created');
  counting.assetsCollected(1);
  counting.retentionRemoved('usage', 9);
  counting.mail('sent');
  counting.webhook('delivered');
  const workers = workerMetrics(() => 2);
  workers.workerLost();
  const text = `${await registry.metrics()}${await workers.text([])}`;
  const types = [...text.matchAll(/^# TYPE (openhouse_\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]);
  expect(types.sort()).toEqual(metrics.map(([name, { type }]) => [name, type]).sort());
  for (const [name, { labels, type }] of metrics) {
    const [, shown = ''] =
      new RegExp(`^${name}${type === 'histogram' ? '_count' : ''}(?:\\{(.*)\\})? `, 'm').exec(text) ?? [];
    const found = [...shown.matchAll(/(\w+)="/g)].map(([, label]) => label);
    expect([name, found.sort()]).toEqual([name, [...labels].sort()]);
  }
  expect(text).toContain('openhouse_database_connections{pool="work",state="busy"} 1');
  expect(text).toContain('openhouse_app_requests_oldest_seconds 6');
  expect(text).toContain('openhouse_mails_oldest_seconds 9');
});

test('the guides name no other metric, and the alerts no other one than they say', () => {
  // Roles of the database, and the client for Python.
  const others = new Set(['openhouse_service', 'openhouse_server', 'openhouse_gate', 'openhouse_client']);
  const known = (name: string) => name.replace(/_(bucket|count|sum)$/, '') in metricList;
  for (const file of readdirSync(join(docs, 'guides'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.md')) continue;
    const text = readFileSync(join(docs, 'guides', file), 'utf8');
    for (const [name] of text.matchAll(/openhouse_\w+/g))
      expect([file, name, known(name) || others.has(name)]).toEqual([file, name, true]);
  }
  for (const [name, { expr, metrics: said }] of Object.entries(alertList)) {
    const named = [...expr.matchAll(/openhouse_\w+/g)].map(([word]) => word.replace(/_bucket$/, ''));
    expect([name, [...new Set(named)]]).toEqual([name, [...said]]);
  }
});

describe.each(['when-a-part-fails.md', 'zh/when-a-part-fails.md'])('%s', (page) => {
  const text = readFileSync(join(docs, 'guides', page), 'utf8');
  /** What stands in backticks behind a word and a colon: one or several. */
  const quoted = (word: string) =>
    [...text.matchAll(new RegExp(`(?:${word})(?:: |：)(\`[^|;；]*)`, 'g'))].flatMap(([, behind = '']) =>
      [...behind.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote),
    );

  test('names every alert, and no other', () => {
    const named = [...text.matchAll(/`(Openhouse\w+)`/g)].map(([, name = '']) => name);
    expect([...new Set(named)].sort()).toEqual(Object.keys(alertList).sort());
  });

  test('has every reason of /readyz and why nothing can be changed, and no other', () => {
    expect([...new Set(quoted('/readyz'))].sort()).toEqual(
      [...Object.values(UNREADY), ...Object.values(NO_ROOM)].sort(),
    );
  });

  test.each([
    ['log|日志', /./],
    ['doctor', /^process\/doctor\/|^kernel\/http\/connection-failures\.ts$/],
  ])('quotes what the program says: %s', (word, saysIt) => {
    const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => saysIt.test(name) && name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(src, name), 'utf8'))
      .join('\n');
    const quotes = quoted(word);
    expect(quotes.length).toBeGreaterThan(5);
    expect(quotes.filter((quote) => !sources.includes(`'${quote}'`))).toEqual([]);
  });
});

test.skipIf(missing)('the dashboard draws every metric, in queries that Prometheus takes', () => {
  const { panels } = JSON.parse(grafanaDashboard()) as { panels: { title: string; targets: { expr: string }[] }[] };
  expect(panels.map(({ title }) => title)).toEqual(Object.keys(metricList));
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')));
  const rules = queries.map((expr, index) => ({ record: `query:n${index}`, expr }));
  const file = join(folder, 'queries.yml');
  writeFileSync(file, JSON.stringify({ groups: rules.map((rule, index) => ({ name: `q${index}`, rules: [rule] })) }));
  expect(promtool('check', 'rules', file)).toContain('SUCCESS');
});

/** What a metric says, a value a minute, of a node that is well and of one that is not. */
type Case = Readonly<Record<'fires' | 'silent', Readonly<Record<string, string>>>>;
const seconds = (le: string, each: number) =>
  [`openhouse_gateway_call_seconds_bucket{le="${le}"}`, `0+${each}x30`] as const;
const calls = (kind: string, wrong: number) => ({
  [`openhouse_${kind}_calls_total{status="${kind === 'portal' ? '503' : 'err_unavailable'}"}`]: `0+${wrong}x30`,
  [`openhouse_${kind}_calls_total{status="${kind === 'portal' ? '200' : 'success'}"}`]: '0+100x30',
});
/** Series of a certificate, with days from the moment of the test. */
const certificate = (startDays: number, endDays: number, of = 'OIDC_ISSUER') => ({
  [`openhouse_certificate_start_seconds{of="${of}"}`]: `${startDays * 86_400}x120`,
  [`openhouse_certificate_end_seconds{of="${of}"}`]: `${endDays * 86_400}x120`,
});
const cases: Readonly<Record<keyof typeof alertList, Case>> = {
  OpenhouseDown: { fires: { 'up{job="openhouse"}': '0x30' }, silent: { 'up{job="openhouse"}': '1x30' } },
  OpenhouseGatewayFails: { fires: calls('gateway', 10), silent: calls('gateway', 1) },
  OpenhousePortalFails: { fires: calls('portal', 10), silent: calls('portal', 1) },
  OpenhouseGatewaySlow: {
    fires: Object.fromEntries([seconds('0.5', 50), seconds('2.5', 100), seconds('+Inf', 100)]),
    silent: Object.fromEntries([seconds('0.5', 100), seconds('2.5', 100), seconds('+Inf', 100)]),
  },
  OpenhouseStandingOld: {
    fires: { 'openhouse_standing_age_seconds{instance="a"}': '9x30' },
    silent: { 'openhouse_standing_age_seconds{instance="a"}': '0.3x30' },
  },
  OpenhouseNotReady: {
    fires: { 'openhouse_ready{instance="a"}': '0x30', 'openhouse_ready{instance="b"}': '1x30' },
    silent: { 'openhouse_ready{instance="a"}': '1x30', 'openhouse_ready{instance="b"}': '1x30' },
  },
  OpenhouseNoChanges: {
    fires: { 'openhouse_database_refuses_changes{instance="a"}': '1x30' },
    silent: { 'openhouse_database_refuses_changes{instance="a"}': '0x30' },
  },
  OpenhouseDatabaseMoved: {
    fires: { openhouse_database_moved_total: '0x20 1x10' },
    silent: { openhouse_database_moved_total: '1x30' },
  },
  OpenhouseCertificateEnds: {
    fires: certificate(-80, 10),
    // Of a week's certificate five days are left; of a year's, fifty.
    silent: { ...certificate(-2, 5, 'LOGIN_URL'), ...certificate(-315, 50, 'BASE_URL') },
  },
  OpenhouseDatabaseCrowded: {
    fires: { 'openhouse_database_waiting{pool="work"}': '2x30' },
    silent: { 'openhouse_database_waiting{pool="work"}': '0 5 0 0 5 0x25' },
  },
  OpenhouseClockOff: {
    fires: { openhouse_database_clock_ahead_seconds: '-30x30' },
    silent: { openhouse_database_clock_ahead_seconds: '0.4x30' },
  },
  OpenhouseLimitsAlone: {
    fires: { openhouse_limiter_counted_alone_total: '0+5x30' },
    silent: { openhouse_limiter_counted_alone_total: '7x30' },
  },
  OpenhouseLimitsApart: {
    fires: { 'openhouse_limits_apart{instance="a"}': '0x5 1x25', 'openhouse_limits_apart{instance="b"}': '0x30' },
    // Nodes that are restarted one after the other with another address.
    silent: { 'openhouse_limits_apart{instance="a"}': '0x22 1 1 0x6' },
  },
  OpenhouseUploadsFail: {
    fires: { 'openhouse_uploads_total{outcome="failed"}': '0+1x30' },
    silent: {
      'openhouse_uploads_total{outcome="failed"}': '2x30',
      'openhouse_uploads_total{outcome="refused"}': '0+5x30',
    },
  },
  OpenhouseFilesAway: {
    fires: { openhouse_asset_store_away: '1x30' },
    silent: { openhouse_asset_store_away: '0x30' },
  },
  OpenhouseProviderAway: {
    fires: { 'openhouse_identity_provider_outages_total{call="begin"}': '0+10x30' },
    silent: { 'openhouse_identity_provider_outages_total{call="begin"}': '3x30' },
  },
  OpenhouseMailWaits: {
    // It waits longer from try to try: here nobody has tried for ten minutes and more.
    fires: { openhouse_mails_oldest_seconds: '0+60x30', 'openhouse_mails_total{outcome="postponed"}': '0 1 1 2x27' },
    silent: {
      openhouse_mails_oldest_seconds: '0 60 120 0x27',
      'openhouse_mails_total{outcome="postponed"}': '0 1 2x28',
      'openhouse_mails_total{outcome="sent"}': '0+1x30',
    },
  },
  OpenhouseAppRequestsStuck: {
    fires: { openhouse_app_requests_oldest_seconds: '700+60x30' },
    silent: { openhouse_app_requests_oldest_seconds: '5x30' },
  },
  OpenhouseNoJobs: {
    fires: { 'up{job="openhouse"}': '1x30', openhouse_app_requests_oldest_seconds: '0x30' },
    silent: { 'openhouse_retention_overdue_seconds{kind="usage"}': '0x30' },
  },
  OpenhouseRetentionBehind: {
    fires: { 'openhouse_retention_overdue_seconds{kind="usage"}': '180000+60x30' },
    silent: { 'openhouse_retention_overdue_seconds{kind="usage"}': '80000 0x30' },
  },
  OpenhouseConnectionsRefused: {
    fires: { 'openhouse_connections_refused_total{surface="gateway"}': '0+10x30' },
    silent: { 'openhouse_connections_refused_total{surface="gateway"}': '10x30' },
  },
  OpenhouseWorkersLost: {
    fires: { openhouse_workers_lost_total: '0+1x30' },
    silent: { openhouse_workers_lost_total: '1x30' },
  },
};

test.skipIf(missing)(
  "the rules pass promtool's check, and each fires where it must and not where it must not",
  { tags: 'slow' },
  () => {
    const rules = join(folder, 'alerts.yml');
    writeFileSync(rules, alertRules());
    expect(promtool('check', 'rules', rules)).toContain(`SUCCESS: ${Object.keys(alertList).length} rules found`);
    const tests = Object.entries(cases).flatMap(([alertname, both]) =>
      (['fires', 'silent'] as const).map((kind) => ({
        name: `${alertname} ${kind}`,
        interval: '1m',
        input_series: Object.entries(both[kind]).map(([series, values]) => ({ series, values })),
        // Of the alert itself only its number is compared: labels and words are those of the list.
        promql_expr_test: [
          {
            expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"}) or vector(0)`,
            eval_time: '25m',
            exp_samples: [{ labels: '{}', value: kind === 'fires' ? 1 : 0 }],
          },
        ],
      })),
    );
    const file = join(folder, 'cases.yml');
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }));
    expect(promtool('test', 'rules', file)).toContain('SUCCESS');
    expect(Object.keys(cases)).toEqual(Object.keys(alertList));
  },
);
