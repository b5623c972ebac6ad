import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseConfig, requiredKeys } from '@openhouse/server';
import { afterAll, describe, expect, test } from 'vitest';
import { expectAsShown, sourcesOf } from './samples/as-shown.ts';
import { unknownIn } from './samples/elsewhere.ts';
import { languagesNote, runnable } from './samples/languages.ts';
import { fileOf, has, isRun, readSamples, type Sample } from './samples/read-samples.ts';
import { runSamples, type SampleRun } from './samples/run-samples.ts';
import { freePorts, root } from './service.ts';
import { useDemoService } from './use-demo-service.ts';

const pagesIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [`${folder}/${name}`, readSamples(readFileSync(join(root, folder, name), 'utf8'))] as const);

const guides = pagesIn('docs/guides');
const pagesWith = ['docs/guides', 'docs/guides/zh', 'deploy'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')] as const),
);

describe(`the samples of the docs${languagesNote}`, () => {
  // The samples call more often than a reader would.
  const service = useDemoService({ APP_LIMIT_PER_MINUTE: '10000', IP_LIMIT_PER_MINUTE: '10000' });
  let run: SampleRun | undefined;
  afterAll(async () => {
    await run?.remove();
  });

  async function holds(samples: readonly Sample[]): Promise<void> {
    await run?.remove();
    const [port = 0] = await freePorts(1);
    run = await runSamples(samples.filter(runnable), service, {}, port);
    expectAsShown(samples, run);
  }
  const isShort = ([path]: (typeof guides)[number]) => basename(path) === 'quick-start.md';
  test.each(guides.filter(isShort))('%s: every sample runs, and answers as shown', { tags: 'slow' }, (_, samples) =>
    holds(samples),
  );
  test.each(guides.filter((guide) => !isShort(guide)))(
    '%s: every sample runs, and answers as shown',
    { tags: ['slow', 'long'], timeout: 1_000_000 },
    (_, samples) => holds(samples),
  );
});

describe('what is not run', () => {
  test.each(guides)('%s: is an answer, an output, a file, or a command that exists', (_, samples) => {
    for (const [index, sample] of samples.entries()) {
      const { language, code, line } = sample;
      const where = `line ${line}`;
      if (has(sample, 'elsewhere')) expect([where, ...code.split('\n').flatMap(unknownIn)]).toEqual([where]);
      else if (has(sample, 'answer') || has(sample, 'output')) {
        expect([where, sourcesOf(samples, index).length > 0]).toEqual([where, true]);
      } else if (fileOf(sample) === undefined && !isRun(sample)) expect([where, language]).toEqual([where, 'text']);
    }
  });

  test.each(pagesWith)('%s: every command that a sentence names exists', (_, text) => {
    const prose = text.replace(/^```[\s\S]*?^```/gm, '');
    const commands = [...prose.matchAll(/`((?:npx )?openhouse [a-z][^`]*)`/g)].map(([, command = '']) => command);
    expect(commands.flatMap((command) => unknownIn(command).map((unknown) => [command, unknown]))).toEqual([]);
  });

  // The packages bring the guides, and are there without the sources.
  test.each(pagesWith.filter(([path]) => !path.startsWith('deploy')))(
    '%s: what takes a checkout says so',
    (_, text) => {
      const named = text.split(/\n{2,}/).filter((paragraph) => /\bnpm (?:start|run)\b/.test(paragraph));
      expect(named.filter((paragraph) => !/checkout|repository|代码目录|仓库/.test(paragraph))).toEqual([]);
    },
  );

  test('the production settings are accepted once the keys are there, and refused without', () => {
    const [, samples] = guides.find(([path]) => basename(path) === 'going-to-production.md') ?? ['', []];
    const written = samples.find(({ code }) => code.startsWith('APP_ENV=production'))?.code ?? '';
    const settings = Object.fromEntries(
      written.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    // No key serves twice.
    const keyOf = (number: number) =>
      Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + number) % 256)).toString('base64url');
    const keys = Object.fromEntries(
      requiredKeys.map((name, index) => [name, name === 'APP_SECRET_PEPPER' ? keyOf(index) : `1:${keyOf(index)}`]),
    );
    expect(parseConfig({ ...settings, ...keys })).toMatchObject({ APP_ENV: 'production' });
    expect(() => parseConfig(settings)).toThrow('ACCESS_TOKEN_KEYS');
  });
});
