import { integer, oneOf, optional, type Reader, text, url, type ValuesOf, variable } from './variables.ts';

/** Pairs as OpenTelemetry writes them; a value may be a key of the collector. */
const pairs: Reader<Readonly<Record<string, string>>> = {
  takes: 'name=value pairs, comma separated',
  secret: true,
  read(value) {
    const found = value
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => /^\s*([\w-]+)\s*=(.*)$/.exec(pair));
    if (found.some((pair) => pair === null)) return undefined;
    try {
      return Object.fromEntries(found.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2]?.trim() ?? '')]));
    } catch {
      return undefined;
    }
  },
};

const ratio: Reader<number> = {
  takes: 'a number from 0 to 1',
  read: (value) => (/^(0|1|0?\.\d{1,9}|1\.0+)$/.test(value) ? Number(value) : undefined),
};

/** OpenTelemetry's own variables, as far as the service supports them (decision 0131). */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    optional(url),
    '',
    'Address of an OpenTelemetry collector that takes OTLP over HTTP; empty sends no traces and no metrics, and loads nothing.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(optional(pairs), '', 'Headers that the collector asks for, such as a key.'),
  OTEL_SERVICE_NAME: variable(text, 'openhouse', 'Name of the service in traces and metrics.'),
  OTEL_TRACES_SAMPLER: variable(
    oneOf('parentbased_traceidratio', 'traceidratio', 'parentbased_always_on', 'always_on', 'always_off'),
    'parentbased_traceidratio',
    "Which traces are kept: a part, all or none of those that begin here; parentbased follows a caller's own decision.",
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(ratio, '1', 'Part of the traces that is kept with a sampler of a ratio.'),
  OTEL_METRICS_EXPORTER: variable(
    oneOf('otlp', 'none'),
    'otlp',
    'Whether the collector gets metrics too; the operator port shows them in any case.',
  ),
  OTEL_METRIC_EXPORT_INTERVAL: variable(
    integer(1000, 3_600_000),
    '60000',
    'Milliseconds between two exports of metrics.',
  ),
  OTEL_SDK_DISABLED: variable(oneOf('false', 'true'), 'false', 'true sends nothing whatever else is set.'),
};

type TelemetryValues = ValuesOf<typeof telemetryVariables>;

/** Whether metrics are sent to a collector. */
export function sendsMetrics(config: TelemetryValues): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_METRICS_EXPORTER: exporter, OTEL_SDK_DISABLED: off } = config;
  return endpoint !== null && exporter === 'otlp' && off === 'false';
}

/**
 * @returns Sampling ratio of the traces that begin here, and whether a caller's decision takes precedence; undefined
 *   for no traces.
 */
export function sampling(
  config: TelemetryValues,
): { readonly ratio: number; readonly parentDecides: boolean } | undefined {
  const { OTEL_TRACES_SAMPLER: sampler } = config;
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === null || config.OTEL_SDK_DISABLED === 'true' || sampler === 'always_off') {
    return undefined;
  }
  return {
    ratio: sampler.endsWith('ratio') ? config.OTEL_TRACES_SAMPLER_ARG : 1,
    parentDecides: sampler.startsWith('parentbased'),
  };
}
