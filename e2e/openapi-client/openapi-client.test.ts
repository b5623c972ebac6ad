import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatewayEndpoints } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../service.ts';
import { useDemoService } from '../use-demo-service.ts';

/** The address under which the generator asks for the schema of OpenAPI 3.1 itself, which it does not bring along. */
const OPENAPI_SCHEMA = 'https://spec.openapis.org/oas/3.1/schema/2021-05-20';

const documentFile = join(root, 'docs/reference/openapi.json');
const document = JSON.parse(readFileSync(documentFile, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
};

/** What the document calls an operation; generated clients have a method of that name. */
const operationId = (method: string, path: string) => document.paths[path]?.[method.toLowerCase()]?.operationId;

/** False where Perl's OpenAPI::Client is not installed; the suite then says in its name that it was skipped. */
const hasGenerator = process.env.OPENHOUSE_REQUIRE_SERVICES === '1' || isInstalled();

function isInstalled(): boolean {
  try {
    execFileSync('perl', ['-MOpenAPI::Client', '-e', '1'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const note = hasGenerator ? '' : ' (SKIPPED: no OpenAPI::Client for Perl)';

describe.skipIf(!hasGenerator)(`a client that is generated from openapi.json, in Perl${note}`, { tags: 'slow' }, () => {
  const service = useDemoService({ APP_LIMIT_PER_MINUTE: '0', IP_LIMIT_PER_MINUTE: '0' });
  let cache: string;
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), 'openhouse-openapi-'));
    const schema = join(root, 'node_modules/@seriousme/openapi-schema-validator/schemas/v3.1/schema.json');
    await copyFile(schema, join(cache, createHash('md5').update(OPENAPI_SCHEMA).digest('hex')));
  });
  afterAll(async () => {
    await rm(cache, { recursive: true, force: true });
  });

  /** @returns What it printed: one answer a line. */
  function callAll(lines: readonly string[]): Promise<string> {
    const script = join(root, 'e2e/openapi-client/call-all.pl');
    const child = spawn('perl', [script, documentFile], {
      env: { ...service.env, BASE_URL: service.demo.base_url, JSON_VALIDATOR_CACHE_PATH: cache },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stdin.end(lines.join('\n'));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve(text));
    });
  }

  test('makes every call of the document, and each answers success', async () => {
    const { app_key, app_secret } = service.demo;
    const calls = gatewayEndpoints.map(({ name, example, method, path }) => {
      const { query = {}, body = null } = example as { readonly query?: object; readonly body?: object };
      const sent = name === 'access-token' ? ['form', { app_key, app_secret }] : body && ['json', body];
      return [operationId(method, path), query, sent] as const;
    });
    const printed = await callAll(calls.map((call) => JSON.stringify(call)));
    const answers = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(answers).toEqual(calls.map(([operation]) => [operation, 200, 'success']));
  });
});
