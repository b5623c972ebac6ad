import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';
import { sampling, sendsMetrics } from '../config/telemetry.ts';
import { type MetricJson, type MetricsExport, startMetricsExport } from '../observe/metrics-export.ts';
import { serviceVersion } from '../observe/service-version.ts';
import { startTracing, type Tracing } from '../observe/tracing.ts';

/** @returns Where spans are sent; undefined where the configuration names no collector, and nothing is loaded then. */
export async function openTracing(config: Config): Promise<Tracing | undefined> {
  const kept = sampling(config);
  if (kept === undefined) return undefined;
  return startTracing({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: config.OTEL_SERVICE_NAME,
    serviceVersion: serviceVersion(),
    ...kept,
  });
}

/**
 * @param collect What `/metrics` would show now.
 * @returns The sender of metrics; undefined where the configuration names no collector, and nothing is loaded then.
 */
export async function openMetricsExport(
  config: Config,
  collect: () => Promise<readonly MetricJson[]>,
): Promise<MetricsExport | undefined> {
  if (!sendsMetrics(config)) return undefined;
  return startMetricsExport({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    resource: {
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': serviceVersion(),
      // Counters of two processes, or of two starts, are not one series.
      'service.instance.id': `${hostname()}:${process.pid}`,
      'host.name': hostname(),
    },
    intervalMs: config.OTEL_METRIC_EXPORT_INTERVAL,
    collect,
  });
}
