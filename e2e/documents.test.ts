import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { demoService } from './demo-service.ts';
import { root } from './service.ts';

const run = promisify(execFile);

test('the generated reference is what the sources say', async () => {
  await expect(run(process.execPath, ['scripts/write-reference.mjs', '--check'], { cwd: root })).resolves.toBeDefined();
});

describe("the README's calls", () => {
  test('each curl line works as it is written', async () => {
    const service = await demoService();
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const lines = readme.split('\n').filter((line) => line.startsWith('curl '));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) {
      const here = line.replaceAll('http://localhost:4001', service.demo.base_url);
      const { app_key, app_secret } = service.demo;
      const env = { ...service.env, APP_KEY: app_key, APP_SECRET: app_secret };
      const { stdout } = await run('sh', ['-c', here], { cwd: root, env });
      expect(JSON.parse(stdout), line).toMatchObject({ status: 'success' });
    }
  });
});
