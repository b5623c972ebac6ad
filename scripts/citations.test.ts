import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkout, read, textFiles, trackedFiles } from './test/tracked-files.ts';

/* Comments and docs cite the specification as SPEC 5.1 and decisions as decision 0008. Every citation leads somewhere. */

/** Numbers after the first one, as in "4.1 to 4.3", "0008, 0009 and 0010". */
const more = (number: string) => `(?:(?:, and|,| and| to| or) (?:and )?\\[?${number}(?![\\d.]*\\d))*`;
const SECTION = '\\d+(?:\\.\\d+)?';
const SECTIONS = new RegExp(`\\bSPEC (${SECTION}${more(SECTION)})`, 'g');
const DECISIONS = new RegExp(`\\b[Dd]ecisions? \\[?(\\d+${more('\\d{4}')})`, 'g');

/** A text without line breaks and the marks with which comments go on after them. */
const unwrapped = (text: string) => text.replace(/\s*\n\s*(?:\*|\/\/|--|#|>)?\s*/g, ' ');

const sectionsCitedIn = (text: string) => numbersIn(text, SECTIONS, /\d+(\.\d+)?/g);
const decisionsCitedIn = (text: string) => numbersIn(text, DECISIONS, /\d+/g);

function numbersIn(text: string, citation: RegExp, number: RegExp): string[] {
  return [...unwrapped(text).matchAll(citation)].flatMap(([, numbers = '']) => numbers.match(number) ?? []);
}

/** What is wrong with the citations of each file, once. */
function faults(of: (text: string) => readonly string[]): string[] {
  return textFiles.flatMap((path) => [...new Set(of(read(path)))].map((fault) => `${path}: ${fault}`));
}

// Put together, or they would be taken for citations of this file.
const [SPEC, decision] = ['SPEC', 'decision'];

test.each<[string, string[], string[]]>([
  [`// as ${SPEC} 4.2, 2.6; ${decision} 0006 on paths`, ['4.2', '2.6'], ['0006']],
  [`${SPEC} 4.1 to 4.3. It is decided`, ['4.1', '4.3'], []],
  [`/** (${SPEC} 3 and 4.3,\n * ${decision}s 0020 to 0023)`, ['3', '4.3'], ['0020', '0023']],
  [`see [${decision}\n0021](decisions/0021-x.md) and ${SPEC}\n2.1`, ['2.1'], ['0021']],
  [`${decision} 12, ${decision}s 0001, 0002 and 0003`, [], ['12', '0001', '0002', '0003']],
])('citations are found in %j', (text, sections, decisions) => {
  expect({ sections: sectionsCitedIn(text), decisions: decisionsCitedIn(text) }).toEqual({ sections, decisions });
});

describe('the specification', () => {
  const page = read('docs/specification.md');
  const sections = [...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?) /gm)].map(([, number = '']) => number);

  test('numbers its sections once, in order', () => {
    const values = sections.map((number) => number.split('.').map(Number));
    const sorted = [...values].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
    expect(values).toEqual(sorted);
    expect(new Set(sections).size).toBe(sections.length);
  });

  test('has every section that is cited', { tags: 'slow' }, () => {
    expect(faults((text) => sectionsCitedIn(text).filter((number) => !sections.includes(number)))).toEqual([]);
  });

  test('names, for all that it leaves open, the decision that fills the gap', () => {
    const gaps = page.split(/\n(?=\*\*Left open:\*\*|#)/).filter((part) => part.startsWith('**Left open:**'));
    expect(gaps.length).toBeGreaterThan(12);
    expect(gaps.filter((gap) => decisionsCitedIn(gap).length === 0)).toEqual([]);
  });

  test('is the only document that is cited by section', { tags: 'slow' }, () => {
    expect(faults((text) => unwrapped(text).match(/\bDESIGN \d+/g) ?? [])).toEqual([]);
  });
});

describe('decisions', () => {
  const directory = 'docs/decisions';
  const pages = readdirSync(join(checkout, directory)).filter((name) => name !== 'README.md');
  const numberOf = (page: string) => page.slice(0, 4);
  const titleOf = (page: string) => /^# \d{4} (.+)$/m.exec(read(`${directory}/${page}`))?.[1];
  const index = read(`${directory}/README.md`);
  /** Rows of the index: number, page (none for one that was folded), title, state. */
  const rows = [...index.matchAll(/^\| (?:\[(\d{4})\]\(([^)]+)\)|(\d{4})) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, linked, page, folded, title = '', state = '']) => ({ number: linked ?? folded ?? '', page, title, state }),
  );
  const accepted = rows.filter(({ state }) => state === 'accepted').map(({ number }) => number);

  test('each has a number of its own', () => {
    const numbers = pages.map(numberOf);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  test.each(pages)('%s: number and title, context, decision, consequences', (page) => {
    expect(page).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    const headings = read(`${directory}/${page}`).match(/^#+ .*$/gm) ?? [];
    expect(headings[0]).toMatch(new RegExp(`^# ${numberOf(page)} \\S+ \\S+`));
    expect(headings.slice(1)).toEqual(['## Context', '## Decision', '## Consequences']);
  });

  test('the index has every page, by number, with its title', () => {
    const written = pages.filter((page) => numberOf(page) !== '0000').sort();
    expect(rows.filter(({ page }) => page !== undefined).map(({ page, title }) => `${page}: ${title}`)).toEqual(
      written.map((page) => `${page}: ${titleOf(page)}`),
    );
    expect(rows.map(({ number }) => number)).toEqual(rows.map(({ number }) => number).sort());
  });

  test('the index says what holds, and what took the place of the rest', () => {
    const wrong = rows.filter(({ page, state }) => {
      if (state === 'accepted') return page === undefined;
      const [, verb, successor = ''] = /^(replaced by|folded into) (\d{4})$/.exec(state) ?? [];
      if (verb === undefined || !accepted.includes(successor)) return true;
      // A replaced page says so itself; a folded one is gone.
      if (verb === 'folded into') return page !== undefined;
      return page === undefined || !read(`${directory}/${page}`).includes(`\n\nReplaced by [${successor}](`);
    });
    expect(rows.length).toBeGreaterThan(60);
    expect(wrong.map(({ number, state }) => `${number}: ${state}`)).toEqual([]);
  });

  test('each that is cited holds, and is cited by its four digits', { tags: 'slow' }, () => {
    expect(faults((text) => decisionsCitedIn(text).filter((number) => !accepted.includes(number)))).toEqual([]);
  });
});

/** Where docs for contributors name files of the sources: from the root, or by the end of a path. */
describe.each([
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'STYLE.md',
  'docs/specification.md',
  'docs/recipes.md',
  ...trackedFiles.filter((path) => path.startsWith('docs/decisions/')),
])('%s', (page) => {
  const spans = [...read(page).matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span);

  test('names files and folders that exist', () => {
    const fromRoot = spans.filter((span) => /^(packages|bench|demo|docs|e2e|scripts)\/[^*<>]*$/.test(span));
    const byName = spans.filter((span) => /^[\w./-]+\.(tsx?|m?js|sql)$/.test(span) && !fromRoot.includes(span));
    expect(fromRoot.filter((span) => !existsSync(join(checkout, span)))).toEqual([]);
    expect(byName.filter((span) => !trackedFiles.some((path) => `/${path}`.endsWith(`/${span}`)))).toEqual([]);
  });
});
