import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { postgresUrl } from '../../packages/server/src/testing/database.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { atEachMessage } from './each-message.ts';
import { type FaultedPortal, startFaultedPortal } from './faulted-portal.ts';
import { writeFlows } from './write-flows.ts';

// Two of the flows; all of them: message-by-message.heavy.test.ts.
describe.skipIf(inject('postgresUrl') === null && !servicesRequired)('a lost connection to the database', () => {
  let at: FaultedPortal;
  beforeAll(async () => {
    at = await startFaultedPortal(postgresUrl());
  });
  afterAll(() => at?.close());

  test.each([
    ['retire-secret', 'statement'],
    ['set-trial', 'statement'],
    ['retire-secret', 'answer'],
  ] as const)('%s, at each %s', { tags: ['slow'] }, async (name, side) => {
    const flow = writeFlows.find((one) => one.name === name);
    if (flow === undefined) throw new Error(`there is no flow ${name}`);
    const { points, succeeded, unknown } = await atEachMessage(at, flow, side);
    // Only of a commit whose answer is lost nobody knows.
    if (side === 'statement') expect(unknown).toBe(0);
    expect([points > succeeded, succeeded > 0]).toEqual([true, true]);
  });
});
