import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { secretPaths } from '../secret.ts';
import { AnonymousAccount } from './account.ts';
import { CsrfHeaders, PortalCookieValues, SignInCallbackQuery } from './credentials.ts';
import { portalFailures } from './failures.ts';
import { dashboardEndpoints, portalEndpoints } from './index.ts';
import type { PortalEndpoint } from './portal-endpoint.ts';
import { navigationRoutes } from './sign-in-routes.ts';
import { ticketGatewayCalls } from './ticket-gateway.ts';

const endpoints = [...portalEndpoints, ...dashboardEndpoints];

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  test('its example fits its schemas', () => {
    expect([...Value.Errors(endpoint.data, endpoint.example.data)]).toEqual([]);
    const { query, example }: PortalEndpoint = endpoint;
    if (query !== undefined && example.query !== undefined) {
      expect([...Value.Errors(query, example.query)]).toEqual([]);
    }
    if (endpoint.body !== undefined) {
      expect([...Value.Errors(endpoint.body, 'body' in endpoint.example ? endpoint.example.body : {})]).toEqual([]);
    }
  });

  test('its path names exactly its parameters', () => {
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(named).toEqual(Object.keys(endpoint.params.properties));
  });

  test('only a POST has a body: fields, or the bytes of a file', () => {
    const [hasFields, takesFile] = [endpoint.body !== undefined, 'upload' in endpoint];
    expect([hasFields || takesFile, hasFields && takesFile]).toEqual([endpoint.method === 'POST', false]);
  });
});

test('signed out is exactly {isAuthenticated: false, teams: []} (SPEC 2.1)', () => {
  expect(Value.Check(AnonymousAccount, { isAuthenticated: false, teams: [] })).toBe(true);
  expect(Value.Check(AnonymousAccount, { isAuthenticated: false, teams: [{}] })).toBe(false);
});

test('no two calls and routes share a method and path', () => {
  const calls = endpoints.map(({ method, path }) => `${method} ${path}`);
  const routes = Object.values(navigationRoutes).flatMap(({ methods, path }) => methods.map((m) => `${m} ${path}`));
  expect(new Set([...calls, ...routes]).size).toBe(calls.length + routes.length);
});

test('every failure says what is wrong and how to mend it', () => {
  for (const { httpStatus, message, advice } of Object.values(portalFailures)) {
    expect(httpStatus).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(/^[A-Z].*\.$/);
    expect(advice).toMatch(/^[A-Z].*\.$/);
  }
});

test('the secrets of Teams and apps are marked', () => {
  const marked = dashboardEndpoints.flatMap(({ name, body, data }) =>
    [...secretPaths(body), ...secretPaths(data)].map((path) => `${name} ${path}`),
  );
  expect(marked).toEqual([
    'invite-member token',
    'accept-invitation token',
    'reveal-secret botCheck',
    'reveal-secret secret',
    'create-credential token',
    'decide-agent-request redirectTo',
    'create-webhook secret',
    'rotate-webhook-secret secret',
  ]);
});

test('the secrets of a sign-in of the command line are marked', () => {
  const marked = portalEndpoints.flatMap(({ name, body, data }) =>
    [...secretPaths(body), ...secretPaths(data)].map((path) => `${name} ${path}`),
  );
  expect(marked).toEqual([
    'start-command-line-sign-in deviceCode',
    'collect-command-line-session deviceCode',
    'collect-command-line-session token',
  ]);
});

test('the secrets of the ticket protocol are marked', () => {
  const marked = ticketGatewayCalls.flatMap((call) => [...secretPaths(call.request), ...secretPaths(call.data)]);
  expect(marked).toEqual(['source_verify', 'source_verify', 'ticket', 'token', 'authorization']);
});

test('what a browser carries is marked', () => {
  const marked = [PortalCookieValues, CsrfHeaders, SignInCallbackQuery].flatMap((schema) => secretPaths(schema));
  expect(marked).toEqual(['svc_token', 'svc_account', 'svc_handshake', 'csrf', 'x-csrf-token', 'ticket']);
});
