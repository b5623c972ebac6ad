import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { dashboardEndpoints, portalEndpoints } from './index.ts';
import { portalFailuresOf, portalOpenApiDocument } from './openapi.ts';
import { legacyRedirects, navigationRoutes } from './sign-in-routes.ts';
import { ticketGatewayOpenApiDocument } from './ticket-gateway-openapi.ts';

const document = portalOpenApiDocument({ portalUrl: 'https://portal.example.com', version: '1.2.3' });
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
);

test('is OpenAPI 3.1 to a validator that is not ours', { tags: 'slow' }, async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test('the ticket gateway is OpenAPI 3.1 too, with its three calls', async () => {
  const gateway = ticketGatewayOpenApiDocument({ version: '1.2.3' });
  expect((await new Validator().validate(JSON.parse(JSON.stringify(gateway)))).errors).toBeUndefined();
  expect(Object.keys(gateway.paths as object)).toEqual(['/source-verify', '/token', '/profile']);
});

test('has every call, every navigation route and every old address, and nothing else', () => {
  const declared = [
    ...[...portalEndpoints, ...dashboardEndpoints].map(({ method, path }) => `${method} ${path}`),
    ...Object.values(navigationRoutes).flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
    ...Object.keys(legacyRedirects).map((path) => `GET ${path}`),
  ];
  expect(operations.map(({ route }) => route).sort()).toEqual(declared.sort());
});

describe('a linter that is not ours asks for', () => {
  const ticketGateway = ticketGatewayOpenApiDocument({ version: '1.2.3' });
  const documents = [
    ['the portal', document],
    ['the ticket gateway', ticketGateway],
  ] as const;

  test.each(documents)('%s: a summary of every operation, and who may call it', (_, { paths, security }) => {
    for (const [path, methods] of Object.entries(paths as Record<string, Record<string, Record<string, unknown>>>)) {
      for (const operation of Object.values(methods)) {
        expect([path, operation.summary, operation.security ?? security]).toEqual([
          path,
          expect.stringMatching(/\w/),
          expect.any(Array),
        ]);
      }
    }
  });

  test('one tag an operation, each explained and used', () => {
    const tags = (document.tags as { name: string; description: string }[]).map(({ name }) => name);
    const used = operations.map(({ operation }) => operation.tags as string[]);
    expect(used.filter((list) => list.length !== 1)).toEqual([]);
    expect(new Set(used.flat())).toEqual(new Set(tags));
  });

  test('a name for every body and payload', () => {
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    for (const [path, methods] of Object.entries(document.paths)) {
      if (!path.startsWith('/api/')) continue;
      for (const operation of Object.values(methods)) {
        const text = JSON.stringify([operation.requestBody, (operation.responses as Record<string, unknown>)[200]]);
        const [, name = ''] = /"data":\{"\$ref":"#\/components\/schemas\/(\w+)"/.exec(text) ?? [];
        expect([path, schemas[name]]).toEqual([path, expect.anything()]);
      }
    }
  });
});

test('every operation has an id of its own', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each([...portalEndpoints, ...dashboardEndpoints].map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    test('says which failures it may answer with', () => {
      const failures = portalFailuresOf(endpoint);
      expect(failures.includes('AUTH_REQUIRED')).toBe(endpoint.access !== 'anyone');
      expect(failures.includes('TEAM_NOT_ACTIVE')).toBe(endpoint.access !== 'anyone' && !('anyTeam' in endpoint));
      expect(failures.includes('BROWSER_REQUIRED')).toBe(endpoint.access === 'browser');
      expect(failures.includes('CSRF_TOKEN_MISSING')).toBe(endpoint.method === 'POST' && endpoint.access !== 'anyone');
      expect(new Set(failures).size).toBe(failures.length);
    });
  },
);

test('asks for the csrf header on every call that changes something for somebody', () => {
  const forAnybody = portalEndpoints.filter(({ access, method }) => access === 'anyone' && method === 'POST');
  const names: readonly string[] = forAnybody.map(({ name }) => name);
  for (const { route, operation } of operations.filter(({ route }) => route.startsWith('POST /api/'))) {
    const asked = (operation.parameters as { name: string }[]).some(({ name }) => name === 'x-csrf-token');
    expect([route, asked]).toEqual([route, !names.includes(String(operation.operationId))]);
  }
  expect(names).toEqual(['start-command-line-sign-in', 'collect-command-line-session']);
});
