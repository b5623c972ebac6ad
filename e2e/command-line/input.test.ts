import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slowAfter } from '../../packages/server/src/testing/slow-after.ts';
import { inheritedEnv, openhouse } from '../service.ts';
import { type Machine, newMachine } from './openhouse.ts';

let folder: string;
let machine: Machine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhouse-input-'));
  machine = await newMachine(folder, 'machine');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// As a file of a secret or printf has it, and the ends of lines of three systems.
slowAfter(1, ['\r\n', '', '\n'])('what comes on standard input is read where it ends with %j', async (end) => {
  const add = ['profiles', 'add', 'nightly', '--portal', 'http://127.0.0.1:1', '--json'];
  const { exitCode, err } = await machine.tell(`ohm_${'A'.repeat(49)}${end}`, ...add);
  // It was taken for a credential, and its portal asked.
  expect([exitCode, err]).toEqual([4, expect.stringContaining('http://127.0.0.1:1')]);
});

test('nothing on standard input is no credential', { tags: 'slow' }, async () => {
  const { exitCode, err } = await machine.tell('', 'profiles', 'add', 'nightly', '--portal', 'http://127.0.0.1:1');
  expect([exitCode, err]).toEqual([2, expect.stringContaining('That is no credential of a Team')]);
});

describe('a question at a terminal', () => {
  /** Types a key once the question is there. @returns What the terminal showed, and the exit status; of a signal its number, negative. */
  async function typed(key: string) {
    const python = `import os, pty, sys
print('status', os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))`;
    const add = ['profiles', 'add', 'nightly', '--portal', 'http://127.0.0.1:1'];
    const child = spawn('python3', ['-c', python, process.execPath, openhouse, ...add], {
      cwd: machine.directory,
      env: { ...inheritedEnv, OPENHOUSE_CONFIG_DIR: machine.configDirectory },
    });
    const ended = once(child, 'close');
    let shown = '';
    child.stdout.on('data', (chunk) => {
      if (!shown.includes('Credential: ') && `${shown}${chunk}`.includes('Credential: ')) child.stdin.write(key);
      shown += chunk;
    });
    await ended;
    return { shown, status: Number(/status (-?\d+)/.exec(shown)?.[1]) };
  }

  test('Ctrl-C ends the command as the signal does, and is no empty answer', { tags: 'slow' }, async () => {
    const { shown, status } = await typed('\x03');
    expect(status).toBe(-constants.signals.SIGINT);
    expect(shown).not.toContain('That is no credential');
  });

  test('the end of the input is no empty answer either', { tags: 'slow' }, async () => {
    expect(await typed('\x04')).toEqual({
      status: 2,
      shown: expect.stringContaining('No answer: the input has ended.'),
    });
  });

  test('a line is the answer', { tags: 'slow' }, async () => {
    expect(await typed(`ohm_${'A'.repeat(49)}\r`)).toEqual({
      status: 4,
      shown: expect.stringContaining('http://127.0.0.1:1'),
    });
  });
});
