import { expect, test } from 'vitest';
import { run } from '../run.ts';
import { useCommandStore } from '../testing/store.ts';
import { keptWorld } from '../testing/world.ts';

const store = useCommandStore();
const CHINESE = { LANG: 'zh_CN.UTF-8' };

async function openhouse(args: readonly string[], more: Readonly<Record<string, string>>, isTerminal: boolean) {
  const world = keptWorld({ ...store.env(more), DATABASE_URL: undefined }, isTerminal ? { columns: 100 } : undefined);
  const exitCode = await run([...args, '--store', '--as', 'mara@acme.example', '--reason', 'a try'], world);
  return { exitCode, ...world.written };
}

test('results are Chinese on a terminal, in columns, and the same as ever in a pipe', { tags: 'slow' }, async () => {
  await openhouse(['apps', 'create', 'owner'], {}, false);
  await openhouse(['apps', 'create', '看房间'], {}, false);
  for (const args of [
    ['teams', 'members'],
    ['apps'],
    ['secrets', 'owner'],
    ['teams'],
    ['whoami'],
    ['usage', 'owner'],
  ]) {
    const [english, piped] = [await openhouse(args, {}, false), await openhouse(args, CHINESE, false)];
    expect([args, piped.out]).toEqual([args, english.out]);
    const shown = await openhouse(args, CHINESE, true);
    expect([args, shown.exitCode]).toEqual([args, 0]);
    if (english.out !== '') expect([args, shown.out]).toEqual([args, expect.stringMatching(/\p{Script=Han}/u)]);
  }
  const { out } = await openhouse(['secrets', 'owner'], CHINESE, true);
  expect(out).toMatch(/^版本 1 {2}从未使用 {2}0% {2}不会结束 {2}最新\n$/);
  // What a person calls an app is no word of ours; a column is as wide as its widest word.
  await openhouse(['apps', 'disable', 'owner'], {}, false);
  const { out: apps } = await openhouse(['apps'], CHINESE, true);
  expect(apps).toMatch(/^1 {2}已停用 {2}ohk_.* {2}owner\n2 {2}正常 {4}ohk_.* {2}看房间\n$/);
});

test('messages are Chinese in a pipe too, and what programs read is not', { tags: 'slow' }, async () => {
  const renamed = ['teams', 'rename', 'Acme Homes'];
  expect((await openhouse(['warnings', 'mail', 'off'], CHINESE, true)).out).toBe('你不会收到有关提醒的邮件。\n');
  expect((await openhouse(renamed, CHINESE, false)).out).toBe('acme is called Acme Homes.\n');
  const json = async (more: Readonly<Record<string, string>>) => openhouse([...renamed, '--json'], more, true);
  expect(await json(CHINESE)).toEqual(await json({}));
  const refused = await openhouse(['apps', 'show', 'Nightly'], CHINESE, false);
  expect([refused.exitCode, refused.out, refused.err]).toEqual([
    1,
    '',
    expect.stringMatching(/^openhouse: 团队没有应用 "Nightly"。它有 owner/),
  ]);
});
