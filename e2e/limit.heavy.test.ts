import { dirname } from 'node:path';
import { createGateway } from '@openhouse/sdk';
import { describe, expect, test } from 'vitest';
import { newMachine } from './command-line/openhouse.ts';
import { useDemoService } from './use-demo-service.ts';

/** Calls a minute that the app may make. */
const LIMIT = 256;
/** Calls in a row, more than a minute allows. */
const CALLS = 300;

describe('a limit of calls a minute, with the defaults of SDK and command', () => {
  const service = useDemoService({ APP_LIMIT_PER_MINUTE: String(LIMIT), IP_LIMIT_PER_MINUTE: '0' });

  test('300 calls in a row succeed, and a command right behind them', async () => {
    const { base_url, app_key, app_secret } = service.demo;
    const refused: string[] = [];
    const gateway = createGateway({
      baseUrl: base_url,
      appKey: app_key,
      appSecret: app_secret,
      onResponse: ({ error }) => void (error !== undefined && refused.push(error.message)),
    });
    for (let made = 0; made < CALLS; made += 1) {
      expect((await gateway.vrInfo({ resource_code: 'demo-loft' })).resource_code).toBe('demo-loft');
    }
    // The limit was met, and waited out.
    expect(refused.join()).toContain('err_rate_limited');

    // What is left of the minute is used up, and more is asked for at once than one minute allows.
    const machine = await newMachine(dirname(service.dataDirectory), 'behind-a-limit', {
      OPENHOUSE_BASE_URL: base_url,
      OPENHOUSE_APP_KEY: app_key,
      OPENHOUSE_APP_SECRET: app_secret,
    });
    await Promise.all(
      Array.from({ length: LIMIT }, () => gateway.vrInfo({ resource_code: 'demo-loft' }).catch(() => undefined)),
    );
    const got = await machine.run('get', 'vr-info', 'resource_code=demo-loft');
    expect([got.exitCode, JSON.parse(got.out).status]).toEqual([0, 'success']);
    const listed = await machine.run('list', '--json');
    expect(listed.exitCode).toBe(0);
  });
});
