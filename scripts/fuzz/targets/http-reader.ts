import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { ordinaryHeads } from '../../../packages/server/src/gateway/connection/ordinary-head.ts';
import { startNodeReader } from '../../../packages/server/src/testing/node-reader.ts';
import {
  damagedRequests,
  ordinaryRequests,
  requestPieces,
} from '../../../packages/server/src/testing/random-requests.ts';
import type { Target } from '../target.ts';

/** The gateway's reader of ordinary requests against node:http: whatever ours takes, the other reads the same. */
export async function httpReader(): Promise<Target> {
  const node = await startNodeReader();
  return {
    name: 'http-reader',
    sources: ['/gateway/connection/ordinary-head.ts'],
    inputs: fc.oneof(damagedRequests, ordinaryRequests),
    pieces: requestPieces,
    async judge(input) {
      const head = ordinaryHeads()(input);
      if (head === undefined) return 'left to node:http';
      const { method, target: url, headers, headLength, bodyLength, closes } = head;
      const length = headLength + bodyLength;
      const missing = Buffer.alloc(Math.max(0, length - input.length), 'x');
      const whole = Buffer.concat([input, missing]).subarray(0, length);
      const body = whole.toString('utf8', headLength);
      deepStrictEqual(await node.read(whole), { method, url, headers: { ...headers }, body, closes });
      return bodyLength === 0 ? 'read, without a body' : 'read, with a body';
    },
    close: () => node.close(),
  };
}
