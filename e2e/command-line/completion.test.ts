import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../packages/cli/src/commands/index.ts';
import { completionScript, type Shell, shells } from '../../packages/cli/src/completion/script.ts';
import { folderWith, servicesRequired } from '../../packages/server/src/testing/processes.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhouse-completion-'));
  for (const shell of shells) await writeFile(join(folder, shell), completionScript(shell, commands));
});
afterAll(() => rm(folder, { recursive: true }));

const words = (given: readonly string[]) => given.map((word) => `'${word}'`).join(' ');

/** How each shell is asked what it offers for the last of some words. */
const asking: Readonly<Record<Shell, (given: readonly string[]) => readonly string[]>> = {
  bash: (given) => [
    '-c',
    `source ${join(folder, 'bash')}; COMP_WORDS=(${words(given)}); COMP_CWORD=${given.length - 1}
     _openhouse; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // Outside its line editor zsh has neither compadd nor files to add: what the script gives them is what is offered.
  zsh: (given) => [
    '-fc',
    `compdef() {}; _files() {}; compadd() { while [ "$1" != -- ]; do shift; done; shift; print -l -- "\${(M)@:#${given.at(-1)}*}"; }
     source ${join(folder, 'zsh')}; words=(${words(given)}); CURRENT=${given.length}; _openhouse`,
  ],
  fish: (given) => ['--no-config', '-c', `source ${join(folder, 'fish')}; complete -C '${given.join(' ')}'`],
  powershell: (given) => {
    const line = given.join(' ');
    const matches = `(TabExpansion2 -inputScript '${line}' -cursorColumn ${line.length}).CompletionMatches.CompletionText`;
    return ['-NoProfile', '-Command', `Get-Content -Raw ${join(folder, 'powershell')} | Invoke-Expression; ${matches}`];
  },
};

/** The program of a shell. */
const programs: Readonly<Record<Shell, string>> = { bash: 'bash', zsh: 'zsh', fish: 'fish', powershell: 'pwsh' };
/** Debian has no PowerShell: machines that must have everything else need not have it. */
const isMissing = (shell: Shell) =>
  folderWith(programs[shell]) === undefined && (shell === 'powershell' || !servicesRequired);

describe.each(shells)('%s', (shell) => {
  const missing = isMissing(shell);

  test.skipIf(missing).each<[readonly string[], readonly string[]]>([
    [['te'], ['teams']],
    [['teams', 'tr'], ['transfer']],
    [['teams', 'transfer', '--to-r'], ['--to-role']],
    [['teams', '--st'], ['--store']],
    [['teams', 'role', 'sam@example.com', 'ow'], ['owner']],
    [
      ['get', 'vr-i'],
      ['vr-info', 'vr-introduction'],
    ],
    [['get', 'vr-info', '--base'], ['--base-url']],
    [['get', 'vr-info', 'res'], ['resource_code=']],
    [['get', 'route-search', 'resource_code=loft', 'is'], ['is_asc=']],
    [['tours', 'im'], ['import']],
    [
      ['pull', '--max'],
      ['--max-file-mb', '--max-tour-mb'],
    ],
    [['--ver'], ['--version']],
    [['completion', 'fi'], ['fish']],
  ])('%j is completed by %j', async (given, offered) => {
    const { stdout } = await run(programs[shell], [...asking[shell](['openhouse', ...given])], { cwd: folder });
    const words = stdout.split('\n').map((line) => line.split('\t')[0]);
    expect(words.filter(Boolean).sort()).toEqual(offered);
  });

  test.skipIf(missing)('at the start every command is offered', async () => {
    const { stdout } = await run(programs[shell], [...asking[shell](['openhouse', ''])], { cwd: folder });
    const offered = stdout.split('\n').map((line) => line.split('\t')[0]);
    expect(offered).toEqual(expect.arrayContaining(commands.map(({ name }) => name.split(' ')[0])));
  });
});

test.skipIf(folderWith('fish') === undefined && !servicesRequired)('fish says what each command does', async () => {
  const { stdout } = await run('fish', [
    '--no-config',
    '-c',
    `source ${join(folder, 'fish')}; complete -C 'openhouse pul'`,
  ]);
  expect(stdout).toBe(`pull\t${commands.find(({ name }) => name === 'pull')?.summary}\n`);
});

describe('what PowerShell reads', () => {
  /** The tokens of a script: texts in single quotes, in which two stand for one, and everything else by character. */
  const tokensOf = (script: string) =>
    [...script.matchAll(/'((?:[^']|'')*)'|\S/g)].map(([written, text]) =>
      text === undefined ? { mark: written } : { text: text.replaceAll("''", "'") },
    );
  const script = completionScript('powershell', commands);

  test('is ASCII, closes what it opens, and has no text that PowerShell would look into', () => {
    expect(script).toMatch(/^[\x20-\x7e\n]+$/);
    expect(script).not.toContain('"');
    const open: string[] = [];
    const closing: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
    for (const { mark = '' } of tokensOf(script.replace(/^#.*$/m, ''))) {
      if ('({['.includes(mark) && mark !== '') open.push(mark);
      if (mark in closing) expect(open.pop()).toBe(closing[mark]);
    }
    expect(open).toEqual([]);
  });

  test('offers after every word what fish offers there, with the same sentences', () => {
    const cases = [...script.matchAll(/^ {4}('(?:[^']|'')*') \{ (.*) \}$/gm)].map(([, path = '', offered = '']) => {
      const [[at = ''] = [], texts] = [path, offered].map((part) => tokensOf(part).flatMap(({ text = [] }) => text));
      return [
        at,
        Object.fromEntries((texts ?? []).flatMap((word, index) => (index % 2 ? [] : [[word, texts?.[index + 1]]]))),
      ];
    });
    const offers = new Map<string, Record<string, string>>();
    const unquoted = (text: string) => text.replaceAll(/\\([\\'])/g, '$1');
    const line = /^complete -c openhouse -n '__openhouse_at ?(.*?)' (?:-f -a '(.+?)'|-l (\S+))(?: -d '(.*)')?$/gm;
    for (const [, path = '', word, flag, description] of completionScript('fish', commands).matchAll(line)) {
      const offered = word ?? `--${flag}`;
      const said = description === undefined ? offered : unquoted(description).replaceAll(/[‘’]/g, "'");
      offers.set(path, { ...offers.get(path), [offered]: said });
    }
    expect(offers.size).toBeGreaterThan(100);
    expect(new Map(cases as [string, Record<string, string>][])).toEqual(offers);
  });
});
