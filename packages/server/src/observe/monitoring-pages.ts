import { alertList } from './alert-list.ts';
import { type DeclaredMetric, metricList } from './metric-list.ts';

/** The reference of metrics and alerts as Markdown. */
export function metricsPage(): string {
  const metrics: [string, DeclaredMetric][] = Object.entries(metricList);
  const rows = metrics.map(([name, { type, help, labels, ofWorkers }]) => {
    const also = ofWorkers === undefined ? '' : ' With more than one worker.';
    return `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help}${also} |`;
  });
  const alerts = Object.entries(alertList).map(
    ([name, { severity, summary, remedy, ...alert }]) =>
      `| \`${name}\` | ${severity} | ${alert.for} | ${summary} ${remedy} |`,
  );
  return `# Metrics and alerts

\`/metrics\` of the operator port has these, and those of Node.js and the process. Prometheus reads the rules of
[alerts.yml](../monitoring/alerts.yml), Grafana the dashboard of [grafana.json](../monitoring/grafana.json); both take the job
of the service to be called \`openhouse\`.

| metric | type | labels | meaning |
|---|---|---|---|
${rows.join('\n')}

## Alerts

| alert | severity | after | meaning and remedy |
|---|---|---|---|
${alerts.join('\n')}
`;
}

/** The alert rules as Prometheus reads them. JSON strings are YAML. */
export function alertRules(): string {
  const rules = Object.entries(alertList).map(
    ([name, { expr, severity, summary, remedy, ...alert }]) => `      - alert: ${name}
        expr: ${JSON.stringify(expr)}
        for: ${alert.for}
        labels:
          severity: ${severity}
        annotations:
          summary: ${JSON.stringify(summary)}
          description: ${JSON.stringify(remedy)}`,
  );
  return `# Written by \`npm run reference\` from packages/server/src/observe/alert-list.ts.
groups:
  - name: openhouse
    rules:
${rules.join('\n')}
`;
}

const PANELS_A_ROW = 2;
const [PANEL_WIDTH, PANEL_HEIGHT] = [12, 8];

/** How a metric is drawn: counters as a rate, gauges as they are, durations as their median and their slow end. */
function queriesOf(name: string, { type, labels }: DeclaredMetric): { expr: string; legendFormat: string }[] {
  const by = labels.length === 0 ? 'by (instance)' : `by (${labels.join(', ')})`;
  const legendFormat = labels.length === 0 ? '{{instance}}' : labels.map((label) => `{{${label}}}`).join(' ');
  if (type === 'counter')
    return [{ expr: `sum ${by} (rate(${name}{job="openhouse"}[$__rate_interval]))`, legendFormat }];
  if (type === 'gauge') return [{ expr: `max ${by} (${name}{job="openhouse"})`, legendFormat }];
  return [0.5, 0.99].map((part) => ({
    expr: `histogram_quantile(${part}, sum by (le) (rate(${name}_bucket{job="openhouse"}[$__rate_interval])))`,
    legendFormat: `${part * 100}%`,
  }));
}

/** The Grafana dashboard: a panel for each metric. */
export function grafanaDashboard(): string {
  const metrics: [string, DeclaredMetric][] = Object.entries(metricList);
  const datasource = { type: 'prometheus', uid: '$datasource' };
  const panels = metrics.map(([name, metric], index) => ({
    id: index + 1,
    type: 'timeseries',
    title: name,
    description: metric.help,
    datasource,
    gridPos: {
      x: (index % PANELS_A_ROW) * PANEL_WIDTH,
      y: Math.floor(index / PANELS_A_ROW) * PANEL_HEIGHT,
      w: PANEL_WIDTH,
      h: PANEL_HEIGHT,
    },
    fieldConfig: {
      defaults: { unit: name.includes('_seconds') ? 's' : name.includes('_bytes') ? 'bytes' : 'short' },
      overrides: [],
    },
    targets: queriesOf(name, metric).map((query, place) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + place),
      datasource,
      ...query,
    })),
  }));
  const dashboard = {
    uid: 'openhouse',
    title: 'Openhouse',
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    schemaVersion: 38,
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}
