import { describe, expect, test } from 'vitest';
import {
  failuresOfAccessToken,
  failuresOfAnyOperation,
  failuresOfFileLinks,
  type GatewayFailureStatus,
  gatewayFailures,
} from './errors.ts';
import { gatewayEndpoints } from './gateway/index.ts';

const statuses = Object.keys(gatewayFailures) as GatewayFailureStatus[];

describe.each(statuses)('%s', (status) => {
  const { code, httpStatus, message, advice } = gatewayFailures[status];

  test('says what is wrong and how to mend it, in sentences', () => {
    for (const words of [message, advice]) expect(words).toMatch(/^[A-Z].*\.$/);
  });

  test('has the code of its family', () => {
    const family = status.startsWith('err_access_token') ? -3 : status.startsWith('err_app') ? -2 : -1;
    expect(code).toBe(family);
  });

  test('has an honest HTTP status, but for the one that SPEC 7.2 shows with 200', () => {
    if (status === 'err_parse_resource_code_failed') expect(httpStatus).toBe(200);
    else expect(httpStatus).toBeGreaterThanOrEqual(400);
  });

  test('can occur', () => {
    const reachable: readonly GatewayFailureStatus[] = [
      ...failuresOfAnyOperation,
      ...failuresOfAccessToken,
      ...failuresOfFileLinks,
      ...gatewayEndpoints.flatMap(({ failures }) => failures),
    ];
    expect(reachable).toContain(status);
  });
});

test('no operation repeats a failure that all have', () => {
  const common: readonly GatewayFailureStatus[] = failuresOfAnyOperation;
  for (const { failures } of gatewayEndpoints) expect(failures.filter((status) => common.includes(status))).toEqual([]);
});
