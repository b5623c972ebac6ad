import { parentOf } from '../kernel/http/traceparent.ts';
import { onWork, type Step } from '../kernel/steps.ts';
import { watchOutgoingCalls } from './outgoing-calls.ts';

/** One call that was answered, as a trace shows it. */
export interface ServerSpan {
  /** Operation, or method and route pattern: few and public. */
  readonly name: string;
  /** 32 hexadecimal digits: the envelope's `trace_id`. */
  readonly traceId: string;
  /** The caller's header, which names the parent span. */
  readonly traceparent: string | string[] | undefined;
  /** When it was answered, in milliseconds since 1970, and how long it took. */
  readonly endedAtMs: number;
  readonly costMs: number;
  readonly httpStatus: number;
  /** By OpenTelemetry's names; never a query, a body or a secret. */
  readonly attributes: Readonly<Record<string, string | number>>;
  /** What was waited for on the way: each becomes a child. */
  readonly steps: readonly Step[];
}

/** Where spans are sent; missing when traces are off. */
export interface Tracing {
  /**
   * Whether a trace is kept: known as soon as a call begins, so that what is not kept costs no more than this question.
   *
   * @param traceId Its own, or that of the caller's header.
   */
  keeps(traceId: string, traceparent: ServerSpan['traceparent']): boolean;
  record(span: ServerSpan): void;
  /** Sends the waiting spans. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** Of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly serviceVersion: string;
  /** Sampling ratio of the traces that begin here, 0 to 1. */
  readonly ratio: number;
  /** Whether a caller's own decision takes precedence. */
  readonly parentDecides: boolean;
}

/** Loads OpenTelemetry, which no other module does, and sends spans over OTLP. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const [
    { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace },
    base,
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...options.headers },
  });
  const random = new base.RandomIdGenerator();
  let rootTraceId: string | undefined;
  const ratio = new base.TraceIdRatioBasedSampler(options.ratio);
  const sampler = options.parentDecides ? new base.ParentBasedSampler({ root: ratio }) : ratio;
  const around = (traceId: string, traceparent: ServerSpan['traceparent']) => {
    const parent = parentOf(traceparent);
    if (parent === undefined) return ROOT_CONTEXT;
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId: parent.spanId,
      traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
      isRemote: true,
    });
  };
  const provider = new base.BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.serviceVersion,
    }),
    sampler,
    // A trace that begins here has the id that the caller was given.
    idGenerator: {
      generateTraceId: () => rootTraceId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [new base.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('openhouse', options.serviceVersion);
  const recordSteps = (parent: ReturnType<typeof tracer.startSpan>, parentStartMs: number, steps: readonly Step[]) => {
    const below = trace.setSpan(ROOT_CONTEXT, parent);
    for (const { name, startedAtMs, costMs, failed, attributes } of steps) {
      // The clock of a step counts whole milliseconds.
      const startTime = Math.max(startedAtMs, parentStartMs);
      const step = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes }, below);
      if (failed) step.setStatus({ code: SpanStatusCode.ERROR });
      step.end(startTime + costMs);
    }
  };
  const stopWatching = watchOutgoingCalls();
  const stopHearing = onWork(({ name, startedAtMs, costMs, failed, steps }) => {
    rootTraceId = undefined;
    const work = tracer.startSpan(name, { kind: SpanKind.INTERNAL, startTime: startedAtMs, root: true });
    if (failed) work.setStatus({ code: SpanStatusCode.ERROR });
    recordSteps(work, startedAtMs, steps);
    work.end(startedAtMs + costMs);
  });
  return {
    keeps(traceId, traceparent) {
      const parent = options.parentDecides ? parentOf(traceparent) : undefined;
      return parent === undefined ? isWithin(traceId, options.ratio) : parent.isSampled;
    },
    record({ name, traceId, traceparent, endedAtMs, costMs, httpStatus, attributes, steps }) {
      rootTraceId = traceId;
      const started = tracer.startSpan(
        name,
        {
          kind: SpanKind.SERVER,
          startTime: endedAtMs - costMs,
          attributes: { 'http.response.status_code': httpStatus, ...attributes },
        },
        around(traceId, traceparent),
      );
      if (httpStatus >= 500) started.setStatus({ code: SpanStatusCode.ERROR });
      recordSteps(started, endedAtMs - costMs, steps);
      started.end(endedAtMs);
    },
    stop() {
      stopWatching();
      stopHearing();
      return provider.shutdown();
    },
  };
}

/**
 * Decides as OpenTelemetry's `TraceIdRatioBasedSampler` does, which the spans that are kept pass as well. That one also checks,
 * digit by digit, that an id is one: a twentieth of what a small read costs, for ids that were made or checked here.
 * The four quarters of an id, combined by exclusive or, are compared with the bound; its first digit nearly always decides.
 *
 * @param traceId 32 lower-case hexadecimal digits.
 */
function isWithin(traceId: string, ratio: number): boolean {
  if (ratio <= 0 || ratio >= 1) return ratio >= 1;
  const bound = Math.floor(ratio * 0xffffffff);
  for (let at = 0; at < 8; at += 1) {
    const digit =
      digitAt(traceId, at) ^ digitAt(traceId, at + 8) ^ digitAt(traceId, at + 16) ^ digitAt(traceId, at + 24);
    const boundDigit = (bound >>> (28 - 4 * at)) & 15;
    if (digit !== boundDigit) return digit < boundDigit;
  }
  return false;
}

/** @returns The value of a lower-case hexadecimal digit. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}
