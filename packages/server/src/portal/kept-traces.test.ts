import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginStep, type Step, stepsHere } from '../kernel/steps.ts';
import { useStore } from '../testing/database.ts';
import { type InjectedPortal, injectedPortal } from '../testing/injected-portal.ts';

const KEPT = 'a'.repeat(32);
const DROPPED = 'b'.repeat(32);

const store = useStore();
let portal: InjectedPortal;
const answered = new Map<string, readonly Step[] | undefined>();
beforeEach(() => {
  answered.clear();
  portal = injectedPortal(store.database, {
    keepsTrace: (traceId) => traceId === KEPT,
    onAnswered: ({ traceId, steps }) => answered.set(traceId, steps),
  });
  portal.app.get('/steps', async () => {
    beginStep('asked', {})?.(false);
    return { collects: stepsHere() !== undefined };
  });
});
afterEach(() => portal.app.close());

test.each([
  [KEPT, true],
  [DROPPED, false],
])('the steps of a call are collected where its trace is kept: %s', async (traceId, isKept) => {
  const headers = { traceparent: `00-${traceId}-${'1'.repeat(16)}-01` };
  const { collects } = (await portal.ask({ url: '/steps', headers })).json();
  expect(collects).toBe(isKept);
  expect(answered.get(traceId)?.map(({ name }) => name)).toEqual(isKept ? ['asked'] : undefined);
});
