import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Foreign } from '../told.ts';
import { doctorInChinese } from './doctor.zh.ts';
import { toldInChinese } from './in-chinese.ts';
import { serviceInChinese } from './service.zh.ts';
import { verifyInChinese } from './verify.zh.ts';

const CHECKS = join(import.meta.dirname, '../../../server/src/process/doctor');
/** Parts of sentences, which are said whole, and nothing to say. */
const PARTS =
  /^(?:[a-z]+: )?(?:\{\}\.?)*$|^, |^: |^\{\} (?:lacks|cannot be (?:asked|read))|^Every |^This machine gives/;

test('what a check of doctor says in whole sentences is Chinese', () => {
  const sources = readdirSync(CHECKS)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(CHECKS, name), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, ''))
    .join('\n');
  const said = [...sources.matchAll(/'((?:[^'\\\n]|\\.)*[a-z)]\.)'/g)].map(([, text = '']) =>
    text.replaceAll("\\'", "'"),
  );
  expect(said.length).toBeGreaterThan(90);
  const missing = said.filter((one) => !PARTS.test(one) && toldInChinese(new Foreign(one)) === one);
  expect(missing).toEqual([]);
});

test('the service says what there is Chinese for, with as much filled in', () => {
  for (const [english, chinese] of Object.entries({ ...serviceInChinese, ...doctorInChinese, ...verifyInChinese })) {
    const count = english.split('{}').length - 1;
    const filled = Array.from({ length: count }, (_, at) => `<${at}>`);
    const said = english.replaceAll('{}', () => filled.shift() ?? '');
    const text = toldInChinese(new Foreign(said));
    expect([english, Array.from({ length: count }, (_, at) => text.includes(`<${at}>`))]).toEqual([
      english,
      Array.from({ length: count }, () => true),
    ]);
    expect([english, /\{\}/.test(chinese) && /\{\d\}/.test(chinese)]).toEqual([english, false]);
  }
});

test('a sentence behind another is Chinese too', () => {
  const text = 'SMTP_URL: it refuses user or password. Mails wait until then.';
  expect(toldInChinese(new Foreign(text))).toBe('SMTP_URL：它拒绝用户或密码。邮件会等到那时。');
});
