import { expect, test } from 'vitest';
import { connectionShares } from './connection-shares.ts';

const NOTHING = {
  SERVE_ONLY: 'all',
  DATABASE_URL: null,
  DATABASE_SERVICE_URL: null,
  DATABASE_GATEWAY_URL: null,
  DATABASE_READ_URL: null,
  DATABASE_POOL_SIZE: 200,
} as const;
const url = 'postgres://db/openhouse';

test.each([
  ['the owner', 200, { DATABASE_URL: url }],
  ['the service alone', 200, { SERVE_ONLY: 'portal', DATABASE_SERVICE_URL: url }],
  ['the gateway alone', 200, { SERVE_ONLY: 'gateway', DATABASE_GATEWAY_URL: url }],
  ['the owner, with a replica', 300, { DATABASE_URL: url, DATABASE_READ_URL: url }],
  [
    'the service alone, which reads from no replica',
    200,
    {
      SERVE_ONLY: 'portal',
      DATABASE_SERVICE_URL: url,
      DATABASE_READ_URL: url,
    },
  ],
  ['nobody: the embedded store', 32, {}],
] as const)('descriptors stay for the connections of %s', (_, most, settings) => {
  const { gateway = 0, portal = 0 } = connectionShares({ ...NOTHING, ...settings }, 1024, 100) ?? {};
  const { SERVE_ONLY: only } = { ...NOTHING, ...settings };
  const left = 1024 - 100 - 24 - most;
  // What a part alone does not serve takes nothing of its share.
  if (only === 'all') expect(gateway + portal).toBe(left);
  else expect({ gateway, portal }[only]).toBe(left);
});
