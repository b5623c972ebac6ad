import { expect, test } from 'vitest';
import { run } from '../../packages/cli/src/run.ts';
import { keptWorld } from '../../packages/cli/src/testing/world.ts';
import { useStore } from '../../packages/server/src/testing/database.ts';
import { useGateway } from '../../packages/server/src/testing/gateway-suite.ts';

const suite = useGateway(useStore());

async function openhouse(...args: string[]) {
  const { appKey, appSecret } = suite.own;
  const env = {
    OPENHOUSE_BASE_URL: suite.gateway.baseUrl,
    OPENHOUSE_APP_KEY: appKey,
    OPENHOUSE_APP_SECRET: appSecret,
  };
  const world = keptWorld(env);
  return { exitCode: await run(['list', ...args], world), ...world.written };
}

test('lists a line a tour, those of the Team only', { tags: 'slow' }, async () => {
  const { exitCode, out } = await openhouse();
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^own-tour\tinactive\t[^\t]+\t\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t[^\t]+\n$/);
  const asJson = await openhouse('--json');
  expect(JSON.parse(asJson.out)).toMatchObject({ vr_code: 'own-tour', resource_code: 'own-tour', is_active: false });
});

test.each([
  ['0', 1],
  ['2020-01-01', 1],
  ['2020-01-01T08:00:00+08:00', 1],
  ['9999999999', 0],
])('since %s', async (since, lines) => {
  const { exitCode, out } = await openhouse('--modified-since', since);
  expect([exitCode, out.split('\n').length - 1]).toEqual([0, lines]);
});

test.each(['yesterday', '2020-13-01', '2020-02-30', '2021-02-29T00:00:00Z', '2020-01-01T08:00', '1767225600000', '-1'])(
  '2: %s is no time',
  async (since) => {
    const { exitCode, err } = await openhouse(`--modified-since=${since}`);
    expect(exitCode).toBe(2);
    expect(err).toContain('--modified-since takes Unix seconds');
  },
);
