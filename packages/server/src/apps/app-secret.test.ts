import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasSecretForm, newAppKey, newAppSecret, newXid } from './app-secret.ts';

const BODY = 'ohs_'.length + 43;

/** By the published rule: what comes out of the same bytes. */
const isSecret = (text: string) =>
  newAppSecret(() => Buffer.from(text.slice('ohs_'.length, BODY), 'base64url')) === text;

describe.each(['docs/guides/tokens.md', 'docs/guides/zh/tokens.md'])('the form that %s publishes', (path) => {
  const page = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const [, pattern = ''] = /```text\n(\\bohs_.*)\n```/.exec(page) ?? [];
  const vectors = [...page.matchAll(/^\| `(ohs_[^`]+)` \| (yes|no|是|否) \|$/gm)].map(([, text = '', said = '']) => ({
    text,
    yes: ['yes', '是'].includes(said),
  }));
  const found = (text: string) => text.match(new RegExp(pattern, 'g')) ?? [];

  test('its vectors: all have the form, and those that it calls secrets have the checksum', () => {
    expect(vectors.map(({ yes }) => yes)).toEqual([true, true, false, false]);
    for (const { text, yes } of vectors)
      expect([text, found(text), isSecret(text), hasSecretForm(text)]).toEqual([text, [text], yes, yes]);
  });

  test('every secret is found, wherever it stands; a changed character is told from it', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, fc.nat(BODY - 5), (made, at) => {
        const secret = newAppSecret(() => Buffer.from(made));
        for (const around of [secret, `APP_SECRET="${secret}"`, `x=${secret};`, `{"s":"${secret}"}`, `${secret}\n`]) {
          expect(found(around)).toEqual([secret]);
        }
        const place = 'ohs_'.length + (at % 42);
        const other = `${secret.slice(0, place)}${secret[place] === 'x' ? 'y' : 'x'}${secret.slice(place + 1)}`;
        expect([isSecret(other), hasSecretForm(other), hasSecretForm(secret)]).toEqual([false, false, true]);
      }),
    );
  });

  test('nothing else of ours is found', () => {
    for (const text of [newAppKey(), newXid(), `ohs_${'a'.repeat(48)}`, `ohs_${'a'.repeat(50)}`, 'ohs_<secret>']) {
      expect([found(text), hasSecretForm(text)]).toEqual([[], false]);
    }
  });
});
