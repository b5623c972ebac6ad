import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { openhouse, root } from '../service.ts';
import { useChromium, useDemoService } from '../use-demo-service.ts';
import { STAGE, type Visit, visit } from './explorer-visit.ts';

const run = promisify(execFile);
const works = dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json'));
const cases = join(root, 'packages/server/src/testing/cases');
const pictures = join(root, 'artefacts/explorer');
mkdirSync(pictures, { recursive: true });

/** Half of a surrogate pair: the one case that no reader could read. */
const REFUSED = 'lone-surrogate';
const below = (folder: string) => readdirSync(folder).map((name) => join(folder, name));
const sources = [
  ...['real', 'virtual'].flatMap((kind) => below(join(works, kind))).map((folder) => join(folder, 'work.json')),
  ...below(join(cases, 'tours')).filter((folder) => !folder.endsWith(REFUSED)),
  ...below(join(cases, 'zips')),
];

describe.skipIf(!hasChromium)(
  `every published work and every case opens in the explorer${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { timeout: PATIENCE_MS * 20 },
  () => {
    const service = useDemoService();
    const chromium = useChromium(softwareWebGl);
    let seen: Visit;
    beforeAll(async () => {
      seen = await visit(service, chromium, { viewport: { width: 1280, height: 800 } });
    }, PATIENCE_MS * 2);

    test('imported, shown, and without a complaint', async () => {
      const { stdout } = await run(
        process.execPath,
        [openhouse, 'import', ...sources, '--team', service.demo.team, '--json', '--limit-problems', '0'],
        { env: service.env, maxBuffer: 64 * 1024 * 1024 },
      );
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { code?: string; refused?: number });
      const codes = lines.flatMap(({ code }) => code ?? []);
      expect(lines.at(-1)).toMatchObject({ refused: 0 });
      expect(codes.length).toBeGreaterThanOrEqual(sources.length);
      for (const code of codes) {
        await seen.open(code);
        await seen.page.locator(`${STAGE}[data-state]`).waitFor();
        await seen.page.screenshot({ path: join(pictures, `all-${code}.png`) });
        expect([code, seen.complaints]).toEqual([code, []]);
        expect([code, await seen.page.getByRole('alert').count()]).toEqual([code, 0]);
      }
      console.info(`${codes.length} tours opened: ${codes.join(' ')}`);
    });
  },
);
