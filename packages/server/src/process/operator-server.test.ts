import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createOperator } from './operator-server.ts';

const broken = () => Promise.reject(new Error('postgres://openhouse:secret@db/openhouse'));
const operator = createOperator({ metrics: broken, unreadiness: broken, warnings: broken });
afterEach(() => void operator.close());

test('what cannot be asked now is a 500 that names it, and nothing of why', async () => {
  await once(operator.listen(0, '127.0.0.1'), 'listening');
  const { port } = operator.address() as AddressInfo;
  const asked = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, await answer.json()];
  };
  expect(await asked('/metrics')).toEqual([500, { error: 'metrics unavailable' }]);
  expect(await asked('/readyz')).toEqual([500, { error: 'readiness unavailable' }]);
  expect(await asked('/healthz')).toEqual([200, { status: 'alive' }]);
});
