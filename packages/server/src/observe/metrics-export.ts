import type { HrTime } from '@opentelemetry/api';
import type { DataPoint, Histogram, MetricData } from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

/** One metric as `Registry.getMetricsAsJSON` gives it. */
export type MetricJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

export interface MetricsExportOptions {
  /** Of the collector, without `/v1/metrics`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** By OpenTelemetry's names: who sends. */
  readonly resource: Readonly<Record<string, string>>;
  /** Milliseconds between two exports. */
  readonly intervalMs: number;
  /** What `/metrics` would show now. */
  readonly collect: () => Promise<readonly MetricJson[]>;
}

/** Sends metrics to a collector; missing when none is configured. */
export interface MetricsExport {
  /** Sends them a last time. */
  stop(): Promise<void>;
}

/**
 * Loads OpenTelemetry's metrics, which no other module does, and sends what Prometheus would read: the same names, labels and
 * values (decision 0162).
 */
export async function startMetricsExport({
  endpoint,
  headers,
  resource,
  intervalMs,
  collect,
}: MetricsExportOptions): Promise<MetricsExport> {
  const [sdk, { OTLPMetricExporter }, { resourceFromAttributes }, { ValueType }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/api'),
  ]);
  const startTime = hrTimeOf(Date.now());
  const { AggregationTemporality, DataPointType } = sdk;

  function dataOf({ name, help, type, values }: MetricJson): MetricData | undefined {
    const endTime = hrTimeOf(Date.now());
    const base = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const at = <Value>(attributes: Labels, value: Value): DataPoint<Value> => ({
      startTime,
      endTime,
      attributes,
      value,
    });
    const points = () => values.map(({ labels, value }) => at(known(labels), value));
    // Its types are an enumeration of TypeScript; what the registry gives are their names.
    switch (String(type)) {
      case 'counter':
        return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
      case 'gauge':
        return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() };
      case 'histogram':
        return {
          ...base,
          dataPointType: DataPointType.HISTOGRAM,
          dataPoints: histogramsOf(name, values as readonly BucketValue[]).map(({ labels, value }) =>
            at(labels, value),
          ),
        };
      default:
        return undefined;
    }
  }
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/metrics`, headers: { ...headers } }),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(intervalMs, EXPORT_TIMEOUT_MS),
    metricProducers: [
      {
        collect: async () => {
          const metrics = (await collect()).flatMap((metric) => dataOf(metric) ?? []);
          const scopeMetrics = [{ scope: { name: 'openhouse' }, metrics }];
          return { resourceMetrics: { resource: resourceFromAttributes({}), scopeMetrics }, errors: [] };
        },
      },
    ],
  });
  const provider = new sdk.MeterProvider({ resource: resourceFromAttributes({ ...resource }), readers: [reader] });
  return { stop: () => provider.shutdown() };
}

/** Milliseconds that one export may take. */
const EXPORT_TIMEOUT_MS = 10_000;

type Labels = Record<string, string | number>;

/** One line of a histogram: a bucket, counted from the smallest, its sum or its count. */
interface BucketValue {
  readonly metricName?: string;
  readonly labels: Partial<Record<string, string | number>>;
  readonly value: number;
}

/** Prometheus' lines of a histogram, put together by their labels. */
function histogramsOf(name: string, values: readonly BucketValue[]): { labels: Labels; value: Histogram }[] {
  const found = new Map<string, { labels: Labels; bounds: number[]; upTo: number[]; sum: number; count: number }>();
  for (const { metricName = '', labels, value } of values) {
    const { le, ...others } = labels;
    const own = known(others);
    const key = JSON.stringify(Object.entries(own).toSorted());
    const histogram = found.get(key) ?? { labels: own, bounds: [], upTo: [], sum: 0, count: 0 };
    found.set(key, histogram);
    if (metricName === `${name}_sum`) histogram.sum = value;
    else if (metricName === `${name}_count`) histogram.count = value;
    else if (le !== undefined && le !== '+Inf') {
      histogram.bounds.push(Number(le));
      histogram.upTo.push(value);
    }
  }
  return [...found.values()].map(({ labels, bounds, upTo, sum, count }) => ({
    labels,
    value: {
      // A bucket of Prometheus holds those below it too, one of OpenTelemetry does not.
      buckets: { boundaries: bounds, counts: [...upTo, count].map((all, index) => all - (upTo[index - 1] ?? 0)) },
      sum,
      count,
    },
  }));
}

const known = (labels: Partial<Record<string, string | number>>): Labels =>
  Object.fromEntries(Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

function hrTimeOf(atMs: number): HrTime {
  return [Math.floor(atMs / 1000), (atMs % 1000) * 1_000_000];
}
