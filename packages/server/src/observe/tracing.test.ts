import { createServer } from 'node:http';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { listen } from '../kernel/http/listen.ts';
import { startTracing, type Tracing } from './tracing.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const traceId = hex(32).filter((id) => !/^0+$/.test(id));
/** Ids whose four quarters, combined, are as near to the bound of 0.3 as can be: every digit of them decides. */
const idsNearBound = [-1, 0, 1, 16, -16, 4096].map((distance) => {
  const combined = Math.floor(0.3 * 0xffffffff) + distance;
  return `ffffffff0000000012345678${((~combined ^ 0x12345678) >>> 0).toString(16).padStart(8, '0')}`;
});
const parent = fc.option(fc.record({ spanId: hex(16).filter((id) => !/^0+$/.test(id)), isSampled: fc.boolean() }), {
  nil: undefined,
});

describe('whether a trace is kept', () => {
  const closing: (() => unknown)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  test.each([
    { ratio: 0, parentDecides: true },
    { ratio: 0.3, parentDecides: true },
    { ratio: 0.3, parentDecides: false },
    { ratio: 1, parentDecides: true },
    { ratio: 1, parentDecides: false },
  ])('is known before the call as it turns out after it: %o', async (sampling) => {
    const sent = new Set<string>();
    const tracing = await tracingInto(sent, sampling);
    const nearBound = idsNearBound.map((traceId) => ({ traceId, parent: undefined }));
    const calls = [...nearBound, ...fc.sample(fc.record({ traceId, parent }), 400)];
    const kept = new Set<string>();
    for (const { traceId, parent } of calls) {
      const traceparent = parent && `00-${traceId}-${parent.spanId}-0${Number(parent.isSampled)}`;
      if (tracing.keeps(traceId, traceparent)) kept.add(traceId);
      tracing.record({
        name: 'get-vr-info',
        traceId,
        traceparent,
        endedAtMs: Date.now(),
        costMs: 1,
        httpStatus: 200,
        attributes: {},
        steps: [],
      });
    }
    await tracing.stop();
    expect(sent).toEqual(kept);
    const sampled = calls.filter(({ parent }) => parent?.isSampled === true).map(({ traceId }) => traceId);
    if (sampling.parentDecides) expect([...kept]).toEqual(expect.arrayContaining(sampled));
    if (sampling.ratio === 1 && !sampling.parentDecides)
      expect(kept.size).toBe(new Set(calls.map((c) => c.traceId)).size);
  });

  /** @param sent Gets the trace ids that a collector is sent. */
  async function tracingInto(
    sent: Set<string>,
    sampling: { readonly ratio: number; readonly parentDecides: boolean },
  ): Promise<Tracing> {
    const collector = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      for (const { scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans)
        for (const { spans } of scopeSpans) for (const span of spans) sent.add(span.traceId);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    const port = await listen(collector, 0, '127.0.0.1');
    closing.push(() => collector.close());
    return startTracing({
      endpoint: `http://127.0.0.1:${port}`,
      headers: {},
      serviceName: 'houses',
      serviceVersion: '1',
      ...sampling,
    });
  }
});
