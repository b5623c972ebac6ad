import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languagesNote, runnable } from './samples/languages.ts';
import { isRun, readSamples } from './samples/read-samples.ts';
import { runSamples } from './samples/run-samples.ts';
import { freePorts, root } from './service.ts';
import { useDemoService } from './use-demo-service.ts';

/** Six programs for each operation, one after the other on a busy machine, in milliseconds. */
const ALL_OPERATIONS_MS = 1_000_000;

describe(`the samples of the operations${languagesNote}`, () => {
  const service = useDemoService({ APP_LIMIT_PER_MINUTE: '10000', IP_LIMIT_PER_MINUTE: '10000' });

  test('each operation answers success to its samples in every language', { timeout: ALL_OPERATIONS_MS }, async () => {
    const { base_url, app_key, app_secret } = service.demo;
    const folder = join(root, 'docs/reference/operations');
    const samples = readdirSync(folder)
      .flatMap((name) => readSamples(readFileSync(join(folder, name), 'utf8')))
      .filter(isRun);
    expect(samples.length).toBeGreaterThanOrEqual(120);
    const body = new URLSearchParams({ app_key, app_secret });
    const exchanged = await fetch(`${base_url}/auth/access_token`, { method: 'POST', body });
    const { data } = (await exchanged.json()) as { data: { access_token: string } };
    const [port = 0] = await freePorts(1);
    const { printed, failure, remove } = await runSamples(
      samples.filter(runnable),
      service,
      { OPENHOUSE_TOKEN: data.access_token },
      port,
    );
    await remove();
    expect(failure).toBeUndefined();
    for (const [sample, text] of printed) {
      if (/^(sh|go|php|java)$/.test(sample.language))
        expect(JSON.parse(text), sample.code).toMatchObject({ status: 'success' });
      if (sample.language === 'python') expect(text, sample.code).toMatch(/^success /);
      if (sample.language === 'ts') expect(text, sample.code).not.toBe('');
    }
  });
});
