import { expect, test } from 'vitest';
import { parseConfig, secretNames } from './config.ts';
import { parts, usesSecret } from './parts.ts';
import { configWarnings } from './warnings.ts';

const ALONE = parts.filter((part) => part !== 'all');

test('every secret variable is used by a part that runs as a process of its own', () => {
  const unused = secretNames.filter((name) => !ALONE.some((SERVE_ONLY) => usesSecret({ SERVE_ONLY }, name)));
  expect(unused).toEqual([]);
});

test.each(ALONE)('%s sends its traces with the headers that the collector asks for', (part) => {
  const env = {
    SERVE_ONLY: part,
    DATABASE_SERVICE_URL: 'postgres://server:word@db/openhouse',
    DATABASE_GATEWAY_URL: 'postgres://gateway:word@db/openhouse',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
  };
  const { DATABASE_GATEWAY_URL, DATABASE_SERVICE_URL, ...shared } = env;
  const config = parseConfig(
    part === 'gateway' ? { ...shared, DATABASE_GATEWAY_URL } : { ...shared, DATABASE_SERVICE_URL },
  );
  expect(config.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ 'x-key': 'secret' });
  expect(configWarnings(shared, config).filter((line) => line.startsWith('OTEL'))).toEqual([]);
});

test('a part does not keep the secret of another', () => {
  const config = parseConfig({
    SERVE_ONLY: 'gateway',
    DATABASE_GATEWAY_URL: 'postgres://gateway:word@db/openhouse',
    UPSTREAM_APPS_TOKEN: 'a token of many characters',
  });
  expect(config.UPSTREAM_APPS_TOKEN).toBeNull();
});
