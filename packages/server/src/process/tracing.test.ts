import { createServer } from 'node:http';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { listen } from '../kernel/http/listen.ts';
import { createLog } from '../observe/log.ts';
import { DEMO_BUNDLES } from '../testing/demo-bundles.ts';
import { useFolder } from '../testing/folder.ts';
import { createEmptyDatabase } from '../testing/postgres-template.ts';
import { freePort } from '../testing/processes.ts';
import { serveAlone } from './serve-alone.ts';
import type { Service } from './service.ts';

/** Kind of a span that waits for another service, in OTLP. */
const CLIENT = 3;

/** A span as OTLP's JSON has it. */
interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** Metrics as OTLP's JSON has them. */
interface SentMetrics {
  readonly resourceMetrics: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeMetrics: readonly { readonly metrics: readonly SentMetric[] }[];
  }[];
}

interface SentMetric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly object[] };
  readonly gauge?: { readonly dataPoints: readonly object[] };
  readonly histogram?: {
    readonly dataPoints: readonly {
      readonly count: number;
      readonly explicitBounds: readonly number[];
      readonly bucketCounts: readonly (number | string)[];
    }[];
  };
}

describe('traces and metrics over OTLP', { tags: ['slow', 'long'] }, () => {
  const folder = useFolder();
  const closing: (() => Promise<unknown>)[] = [];
  let service: Service | undefined;
  afterEach(async () => {
    await service?.stop();
    for (const close of closing.splice(0)) await close();
  });

  const traces = 'with the reader %s: a span a call, whose trace is that of the envelope';
  test.each(['strict'] as const)(traces, (reader) => tracesCalls(reader));
  test.each(['node'] as const)(traces, { tags: ['slow', 'long'] }, (reader) => tracesCalls(reader));

  async function tracesCalls(reader: 'strict' | 'node'): Promise<void> {
    const spans: SentSpan[] = [];
    const asked: (string | undefined)[] = [];
    const collector = createServer(async (request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers['x-key']}`);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const sent = JSON.parse(Buffer.concat(chunks).toString());
      for (const { resource, scopeSpans } of sent.resourceSpans) {
        expect(JSON.stringify(resource)).toContain('"stringValue":"houses"');
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    const collectorPort = await listen(collector, 0, '127.0.0.1');
    closing.push(async () => collector.close());
    const [portal, gateway, signIn, operator] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const config = parseConfig({
      DATA_DIR: join(folder, reader),
      PORTAL_PORT: `${portal}`,
      GATEWAY_PORT: `${gateway}`,
      SIGN_IN_PORT: `${signIn}`,
      OPERATOR_PORT: `${operator}`,
      LISTEN_HOST: '127.0.0.1',
      GATEWAY_HTTP_READER: reader,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret%20key',
      OTEL_SERVICE_NAME: 'houses',
      OTEL_METRICS_EXPORTER: 'none',
    });
    service = await serveAlone(config, {
      demoBundles: DEMO_BUNDLES,
      pages: join(folder, 'none'),
      log: createLog('silent'),
    });
    const { app_key, app_secret } = service.demo ?? { app_key: '', app_secret: '' };
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${service?.addresses.gateway}${path}`, init);
      return (await answer.json()) as { trace_id: string; data: { access_token: string } };
    };
    const exchanged = await ask('/auth/access_token', {
      method: 'POST',
      body: new URLSearchParams({ app_key, app_secret }),
    });
    const headers = { authorization: exchanged.data.access_token };
    const read = await ask('/open/v3/vr/info?resource_code=demo-garden', { headers });
    const [theirs, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    const traced = await ask('/open/v3/vr/info?resource_code=demo-garden', {
      headers: { ...headers, traceparent: `00-${theirs}-${span}-01` },
    });
    expect(traced.trace_id).toBe(theirs);
    await ask('/open/v3/vr/info?resource_code=demo-garden', {
      headers: { ...headers, traceparent: `00-${'7'.repeat(32)}-${span}-00` },
    });
    await fetch(`${service.addresses.portal}/auth/get-user`);
    await fetch(`${service.addresses.portal}/auth/get-user`, { headers: { authorization: 'Bearer oht_nobody' } });
    await service.stop();

    const found = (name: string, traceId: string) => spans.find((one) => one.name === name && one.traceId === traceId);
    expect(found('access-token', exchanged.trace_id)).toBeDefined();
    expect(found('vr-info', read.trace_id)).toMatchObject({ kind: 2 });
    expect(found('vr-info', read.trace_id)?.parentSpanId ?? '').toBe('');
    expect(found('vr-info', theirs)).toMatchObject({ parentSpanId: span });
    // Its caller decided that this trace is not kept.
    expect(found('vr-info', '7'.repeat(32))).toBeUndefined();
    expect(spans.map(({ name }) => name)).toContain('GET /auth/get-user');
    for (const one of spans) expect(Number(one.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(one.startTimeUnixNano));
    const below = (name: string, traceId: string) => {
      const { spanId } = found(name, traceId) ?? {};
      return spans.filter(({ parentSpanId, kind }) => parentSpanId === spanId && kind === CLIENT);
    };
    // The first read asks the store for the app and the payload, the next ones remember both.
    expect(below('vr-info', read.trace_id).map(({ name }) => name)).not.toEqual([]);
    for (const { attributes } of below('vr-info', read.trace_id))
      expect(attributes).toContainEqual({ key: 'db.system.name', value: { stringValue: 'postgresql' } });
    expect(below('vr-info', theirs)).toEqual([]);
    expect(spans.filter(({ traceId }) => traceId === '7'.repeat(32))).toEqual([]);
    expect(asked[0]).toBe('POST /v1/traces secret key');
    expect(JSON.stringify(spans)).not.toContain(exchanged.data.access_token);
    expect(JSON.stringify(spans)).not.toContain(app_secret);
  }

  test('a collector gets the metrics that the operator port shows: names, labels and values', {
    tags: ['slow', 'long'],
  }, async () => {
    const asked: string[] = [];
    let last: SentMetrics | undefined;
    const collector = createServer(async (request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers['x-key']}`);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      last = JSON.parse(Buffer.concat(chunks).toString()) as SentMetrics;
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    const collectorPort = await listen(collector, 0, '127.0.0.1');
    closing.push(async () => collector.close());
    const [portal, gateway, signIn, operator] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const config = parseConfig({
      DATA_DIR: join(folder, 'metrics'),
      PORTAL_PORT: `${portal}`,
      GATEWAY_PORT: `${gateway}`,
      SIGN_IN_PORT: `${signIn}`,
      OPERATOR_PORT: `${operator}`,
      LISTEN_HOST: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret%20key',
      OTEL_SERVICE_NAME: 'houses',
      OTEL_TRACES_SAMPLER: 'always_off',
    });
    const folders = { demoBundles: DEMO_BUNDLES, pages: join(folder, 'none') };
    service = await serveAlone(config, { ...folders, log: createLog('silent') });
    for (let call = 0; call < 3; call += 1) await fetch(`${service.addresses.gateway}/open/v3/vr/info`);
    const shown = await (await fetch(`http://127.0.0.1:${operator}/metrics`)).text();
    await service.stop();

    expect(new Set(asked)).toEqual(new Set(['POST /v1/metrics secret key']));
    const [sent] = last?.resourceMetrics ?? [];
    const attributes = JSON.stringify(sent?.resource.attributes);
    for (const one of ['houses', 'service.instance.id', 'service.version']) expect(attributes).toContain(one);
    const metrics = sent?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    const named = [...shown.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name);
    expect(metrics.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
    const metric = (name: string) => metrics.find((one) => one.name === name);
    // Cumulative, and never going back.
    expect(metric('openhouse_gateway_calls_total')?.sum).toMatchObject({
      aggregationTemporality: 2,
      isMonotonic: true,
      dataPoints: [
        {
          asDouble: 3,
          attributes: expect.arrayContaining([{ key: 'operation', value: { stringValue: 'vr-info' } }]),
        },
      ],
    });
    expect(metric('openhouse_build_info')?.gauge?.dataPoints).toMatchObject([{ asDouble: 1 }]);
    const [calls] = metric('openhouse_gateway_call_seconds')?.histogram?.dataPoints ?? [];
    expect(calls).toMatchObject({ count: 3, sum: expect.any(Number) });
    const buckets = [...shown.matchAll(/openhouse_gateway_call_seconds_bucket\{le="([^"]+)"/g)].map(([, le]) => le);
    expect(calls?.explicitBounds).toEqual(buckets.filter((le) => le !== '+Inf').map(Number));
    // Each bucket holds its own calls alone.
    expect(calls?.bucketCounts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  const serverUrl = inject('postgresUrl');
  test.skipIf(serverUrl === null)(
    'at a stop usage is written before the collector is told, which may not answer',
    async () => {
      const DATABASE_URL = await createEmptyDatabase(serverUrl ?? '');
      const written: unknown[] = [];
      const collector = createServer(async (request, response) => {
        request.resume();
        const client = new Client({ connectionString: DATABASE_URL });
        await client.connect();
        written.push(...(await client.query('select sum(n)::int as calls from app_use')).rows);
        await client.end();
        response.end();
      });
      const collectorPort = await listen(collector, 0, '127.0.0.1');
      closing.push(async () => collector.close());
      const [portal, gateway, signIn, operator] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
      const config = parseConfig({
        DATABASE_URL,
        DATA_DIR: join(folder, 'usage'),
        PORTAL_PORT: `${portal}`,
        GATEWAY_PORT: `${gateway}`,
        SIGN_IN_PORT: `${signIn}`,
        OPERATOR_PORT: `${operator}`,
        LISTEN_HOST: '127.0.0.1',
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
        OTEL_METRIC_EXPORT_INTERVAL: '3600000',
        OTEL_TRACES_SAMPLER: 'always_off',
      });
      const folders = { demoBundles: DEMO_BUNDLES, pages: join(folder, 'none') };
      service = await serveAlone(config, { ...folders, log: createLog('silent') });
      const { app_key = '', app_secret = '' } = service.demo ?? {};
      const body = new URLSearchParams({ app_key, app_secret });
      expect((await fetch(`${service.addresses.gateway}/auth/access_token`, { method: 'POST', body })).status).toBe(
        200,
      );
      await service.stop();
      expect(written[0]).toEqual({ calls: 1 });
    },
  );
});
