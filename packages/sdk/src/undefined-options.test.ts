import { expect, test } from 'vitest';
import { connect } from './connect.ts';
import { fakeGateway } from './fake-gateway/index.ts';
import { createGateway } from './gateway.ts';
import { vrInfo } from './generated/index.ts';
import type { GatewayOptions } from './options.ts';
import { createProxy, type ProxyOptions } from './proxy.ts';

// Programs pass on what they were given, as in `{ signal: options?.signal }`. With `exactOptionalPropertyTypes`, which this
// file is compiled with, types that leave undefined out refuse that.
const given: {
  readonly [Name in Exclude<keyof GatewayOptions, 'baseUrl' | 'appKey' | 'appSecret' | 'fetch'>]-?: undefined;
} = {
  ids: undefined,
  expiryMarginS: undefined,
  maxResponseBytes: undefined,
  allowHttp: undefined,
  onRequest: undefined,
  onResponse: undefined,
  copies: undefined,
  middleware: undefined,
  attemptTimeoutMs: undefined,
  totalTimeoutMs: undefined,
  maxAttempts: undefined,
};

test('an option or parameter that is undefined counts as left out', async () => {
  const fake = fakeGateway({ tours: undefined, tokenLifetimeS: undefined });
  const gateway = createGateway({ ...fake.options, ...given });
  const limits = { attemptTimeoutMs: undefined, totalTimeoutMs: undefined, maxAttempts: undefined };
  const { tagList } = await gateway.hotList(
    { resource_code: 'my-tour', order_by: undefined },
    { signal: undefined, ...limits },
  );
  expect(tagList.length).toBeGreaterThan(0);
  expect(fake.calls.at(-1)?.target).not.toContain('order_by');

  const kept: Pick<ProxyOptions, 'basePath' | 'maxAgeS' | 'onError'> = {
    ...{ basePath: undefined, maxAgeS: undefined, onError: undefined },
  };
  const proxy = createProxy({ gateway: connect(fake.options), operations: [vrInfo], authorize: () => true, ...kept });
  const answer = await proxy(new Request('https://site.example/vr-info?resource_code=my-tour'));
  expect(answer.status).toBe(200);
});
