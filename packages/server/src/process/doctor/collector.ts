import type { Config } from '../../config/config.ts';
import { sampling, sendsMetrics } from '../../config/telemetry.ts';
import { ask, isAnswered, unreachable } from './ask.ts';
import { broken, type Finding, ok } from './finding.ts';

const check = 'collector';
/** Where collectors take OTLP over gRPC, which this service does not speak. */
const GRPC_PORT = '4317';
const OF_HTTP = 'Name a collector that takes OTLP over HTTP, most often on port 4318, without /v1/traces.';

/** The OpenTelemetry collector, if there is one: it is sent nothing, as OTLP says it. */
export async function examineCollector(config: Config): Promise<Finding[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  const signal = sampling(config) !== undefined ? 'traces' : 'metrics';
  if (endpoint === null || (signal === 'metrics' && !sendsMetrics(config))) return [];
  const answer = await ask(`${endpoint}/v1/${signal}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-protobuf' },
    body: new Uint8Array(),
  });
  const named = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  if (!isAnswered(answer)) {
    const isGrpc = new URL(endpoint).port === GRPC_PORT;
    return [unreachable(check, endpoint, named, isGrpc ? { ...answer, mend: OF_HTTP } : answer)];
  }
  if (answer.status < 300) return [ok(check, `${endpoint} takes ${signal}.`)];
  const says = `${named} is ${endpoint}, which answers HTTP ${answer.status} to ${signal}.`;
  const isRefused = answer.status === 401 || answer.status === 403;
  const mend = isRefused ? 'Give it the headers that it asks for: OTEL_EXPORTER_OTLP_HEADERS.' : OF_HTTP;
  return [broken(check, says, mend)];
}
