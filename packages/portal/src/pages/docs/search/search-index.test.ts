import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDocs } from '../build/read-docs.ts';
import { searchEntries } from '../build/search-entries.ts';
import { questions } from './questions.ts';
import { indexOf, openIndex } from './search-index.ts';
import { termOf, wordsOf } from './words.ts';

const docs = readDocs(join(import.meta.dirname, '../../../../../../docs'));
const searchIn = (language: 'en' | 'zh') =>
  openIndex(indexOf([...docs.pages[language]].flatMap(([slug, page]) => searchEntries(slug, page))));
const english = searchIn('en');
const chinese = searchIn('zh');

test.each([
  ['err_rate_limited', ['err_rate_limited', 'err', 'rate', 'limited']],
  ['/open/v3/vr/info', ['open', 'v3', 'vr', 'info']],
  ['vr-info.json', ['vr-info.json', 'vr', 'info', 'json']],
  ['换取令牌', ['换', '取', '令', '牌', '换取', '取令', '令牌']],
  ['用AK换取', ['用', 'ak', '换', '取', '换取']],
  ['ツアー一覧', ['ツ', 'ア', 'ー', '一', '覧', 'ツア', 'アー', 'ー一', '一覧']],
  ['127.0.0.1:4001', ['127.0.0.1', '127', '0', '0', '1', '4001']],
])('%s has the words %j', (text, words) => expect(wordsOf(text)).toEqual(words));

test.each([
  ['rotating', 'rotates'],
  ['authorisation', 'authorization'],
  ['colours', 'color'],
])('%s finds %s', (word, other) => expect(termOf(word)).toBe(termOf(other)));

test.each([
  ['cors', 'cores'],
  ['tour', 'tor'],
])('%s does not find %s', (word, other) => expect(termOf(word)).not.toBe(termOf(other)));

describe('in English', () => {
  test.each([
    ['err_rate_limited', 'reference/errors#err_rate_limited'],
    ['rate limited', 'reference/errors#err_rate_limited'],
    ['Retry-After', 'errors#what-to-retry'],
    ['tag list', 'reference/hot-list'],
    ['vr/info', 'reference/vr-info'],
    ['python', 'python'],
    ['rotate secret', 'sdk#rotate-a-secret-without-a-restart'],
    ['TEAM_APP_LIMIT', 'reference/errors#TEAM_APP_LIMIT'],
    ['access_token_lifetime_s', 'reference/configuration'],
  ])('%s leads to %s', (words, id) => {
    expect(english.find(words).map((hit) => hit.id)).toContain(id);
  });

  test('a word that is being typed, and one with a slip, lead on', () => {
    expect(english.find('panora').length).toBeGreaterThan(0);
    expect(english.find('panorma').length).toBeGreaterThan(0);
  });

  test('a place says by which words it was found, and by none that only asks', () => {
    const [first] = english.find('how do I rotate a secret');
    expect(first?.words).toEqual(expect.arrayContaining(['rotat', 'secret']));
    expect(first?.words).not.toContain('i');
  });

  test('no page takes all the room', () => {
    const pages = english.find('webhooks').map(({ id }) => id.split('#')[0]);
    expect(Math.max(...pages.map((page) => pages.filter((other) => other === page).length))).toBe(3);
  });

  test('of a name that nothing has, the parts lead on', () =>
    expect(english.find('err_webhook_unheard_of')[0]?.id).toMatch(/webhook/));

  test('what is nowhere leads nowhere', () => expect(english.find('zzzzqqqq')).toEqual([]));
});

test.each([
  ['令牌', 'tokens'],
  ['投入生产', 'going-to-production'],
  ['err_link_expired', 'reference/errors#err_link_expired'],
])('in Chinese, %s leads to %s', (words, id) => expect(chinese.find(words).map((hit) => hit.id)).toContain(id));

test.each(questions)('%s: %s is answered by one of the first three pages', (language, question, answers) => {
  const hits = (language === 'en' ? english : chinese).find(question).map(({ id }) => id.split('#')[0]);
  expect([...new Set(hits)].slice(0, 3)).toEqual(expect.arrayContaining([expect.toBeOneOf([...answers])]));
});
