import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Every source file of the pages but tests, by its path. */
const files = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(source, path), 'utf8')]),
);

/** A colour as CSS writes it, as a string in a script, or as three.js takes it. An id in a link is none. */
const COLOUR = {
  css: /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)|\b(?:hwb|lab|lch|oklab|oklch)\([^)]*\)/gi,
  script:
    /(['"`])(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\1|(?:(?:rgb|hsl)a?|hwb|lab|lch|oklab|oklch)\([^)]*\))|\b0x[\da-f]{6}\b/gi,
};

/** @returns The colours written in a file. */
function coloursIn(path: string, text: string): readonly string[] {
  return text.match(path.endsWith('.css') ? COLOUR.css : COLOUR.script) ?? [];
}

test('a colour is written in styles/ only', () => {
  const elsewhere = [...files].filter(([path]) => !path.startsWith('styles/'));
  const written = elsewhere.flatMap(([path, text]) => coloursIn(path, text).map((colour) => `${path}: ${colour}`));
  expect(written).toEqual([]);
});

describe('a colour that is written elsewhere is seen', () => {
  test.each([
    ['a.module.css', '.a { color: #fff; }'],
    ['a.module.css', '.a { border: 1px solid #1B1A17; }'],
    ['a.module.css', '.a { background: rgb(27 26 23 / 84%); }'],
    ['a.module.css', '.a { background: oklch(40% 0.2 20); }'],
    ['a.tsx', "const ink = '#1b1a17';"],
    ['a.tsx', 'const veil = "rgba(0, 0, 0, 0.4)";'],
    ['a.ts', 'new LineBasicMaterial({ color: 0x6b9a82 });'],
  ])('%s: %s', (path, text) => {
    expect(coloursIn(path, text)).toHaveLength(1);
  });

  test.each([
    ['a.module.css', '.a { color: color-mix(in srgb, var(--oh-ink) 6%, transparent); }'],
    ['a.tsx', "<a href='#content'>"],
  ])('%s: %s has none', (path, text) => {
    expect(coloursIn(path, text)).toEqual([]);
  });
});

/** Sizes of text in pixels: they would stay as they are where a visitor asks the browser for larger letters. */
const sizesInPixels = (text: string): readonly string[] =>
  text.match(/\b(?:font-size|line-height|font):[^;]*\d(?:px|pt)\b/g) ?? [];

test('text is as large as the visitor asks the browser for', () => {
  const styles = [...files].filter(([path]) => path.endsWith('.css'));
  expect(styles.flatMap(([path, text]) => sizesInPixels(text).map((size) => `${path}: ${size}`))).toEqual([]);
  expect(
    sizesInPixels('font-size: 13px; font: 500 12px / 18px serif; line-height: 9pt; line-height: 1rem'),
  ).toHaveLength(3);
});

/** What the viewer draws over a scene has the colours of the page that it is in. */
const viewer = join(source, '../../viewer/src');
const drawnOver = readdirSync(viewer, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path))
  .map((path) => readFileSync(join(viewer, path), 'utf8'));

const tokens = files.get('styles/tokens.css') ?? '';
const namesIn = (text: string, name: RegExp) => new Set([...text.matchAll(name)].map(([, token = '']) => token));

describe('tokens', () => {
  const declared = namesIn(tokens, /(--oh-[\w-]+):/g);
  const read = namesIn([...files.values(), ...drawnOver].join('\n'), /(?:var\(|')(--oh-[\w-]+)/g);

  test('each one that is read is declared', () => {
    expect([...read].filter((token) => !declared.has(token))).toEqual([]);
  });

  test('each one that is declared is read', () => {
    expect([...declared].filter((token) => !read.has(token))).toEqual([]);
  });

  test('a scene has the colours that the viewer has on any page', () => {
    const scene = (text: string) => [...text.matchAll(/--oh-scene-[\w-]+: [^;]+;/g)].map(([line]) => line);
    const own = readFileSync(join(viewer, 'stage-style.ts'), 'utf8');
    expect(scene(own).length).toBeGreaterThan(8);
    expect(scene(tokens)).toEqual(scene(own));
  });

  test('the schemes declare the same ones', () => {
    const [light, dark] = ['light', 'dark'].map((scheme) => {
      const block = new RegExp(`color-scheme: ${scheme};([^}]*)}`).exec(tokens)?.[1] ?? '';
      return [...namesIn(block, /(--oh-[\w-]+):/g)];
    });
    expect(light?.length).toBeGreaterThan(20);
    expect(dark).toEqual(light);
  });
});

test('what is dark in both schemes has dark scroll bars', () => {
  const dark = [...files].flatMap(([path, text]) =>
    [...text.matchAll(/{[^}]*--oh-ring: var\(--oh-code-ring\)[^}]*}/g)].map(([rule]) => ({ path, rule })),
  );
  expect(dark).not.toEqual([]);
  expect(dark.filter(({ rule }) => !rule.includes('color-scheme: dark;')).map(({ path }) => path)).toEqual([]);
});
