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

test('is OpenAPI 3.1 to a validator that is not ours', async () => {
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
