import Type from 'typebox';
import { expect, test } from 'vitest';
import { gatewayEndpoints } from './gateway/index.ts';
import { secret, secretPaths } from './secret.ts';

// Pinned: a field that joins or leaves this list changes what logs may hold.
test('the secret fields of the gateway are exactly these', () => {
  const marked = gatewayEndpoints.flatMap(({ name, query, body, data }) => [
    ...secretPaths(query).map((path) => `${name} query ${path}`),
    ...secretPaths(body?.schema).map((path) => `${name} body ${path}`),
    ...secretPaths(data).map((path) => `${name} data ${path}`),
  ]);
  expect(marked).toEqual([
    'access-token body app_secret',
    'access-token data access_token',
    'file-private-presign data presigned_urls.*',
  ]);
});

test('marks are found in lists, in optional fields and in alternatives', () => {
  const schema = Type.Object({
    list: Type.Array(Type.Object({ key: Type.Optional(secret(Type.String())), plain: Type.String() })),
    either: Type.Union([secret(Type.String()), Type.Null()]),
  });
  expect(secretPaths(schema)).toEqual(['list.*.key', 'either']);
});
