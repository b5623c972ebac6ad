import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownProfile } from './profile.ts';

const told = { subject: '7', email: 'mara@loft.example', name: 'Mara', avatarUrl: undefined };

describe('name', () => {
  test.each([
    ['Mara Lindqvist', 'Mara Lindqvist'],
    ['  Mara ', 'Mara'],
    ['李雷', '李雷'],
    ['Mara\r\nSet-Cookie: a=b', 'MaraSet-Cookie: a=b'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['a\ud800b', 'ab'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['\u061cMara\u2029', 'Mara'],
    ['', 'mara@loft.example'],
    ['\u0000', 'mara@loft.example'],
    ['x'.repeat(1024 * 1024), 'x'.repeat(128)],
    ['👩‍🚀'.repeat(400), undefined],
  ])('%j', (name, shown) => {
    const profile = shownProfile({ ...told, name });
    if (shown !== undefined) expect(profile.name).toBe(shown);
    expect([...profile.name].length).toBeLessThanOrEqual(128);
    expect(profile.name).not.toMatch(/\p{Cs}/u);
  });

  test('is never empty', () => expect(shownProfile({ ...told, name: '', email: '' }).name).toBe('Developer'));
});

test.each([
  ['mara@loft.example', 'mara@loft.example'],
  ['', ''],
  ['mara', ''],
  ['mara@loft.example\r\nBcc: all@loft.example', ''],
  ['Mara <mara@loft.example>', ''],
  [`${'a'.repeat(320)}@loft.example`, ''],
])('e-mail %j: %j', (email, shown) => expect(shownProfile({ ...told, email }).email).toBe(shown));

test.each([
  ['https://cdn.example/a.png?s=1', 'https://cdn.example/a.png?s=1'],
  [undefined, ''],
  ['', ''],
  ['http://cdn.example/a.png', ''],
  ['javascript:alert(1)', ''],
  ['data:image/png;base64,AA', ''],
  ['http://169.254.169.254/', ''],
  ['https://169.254.169.254/', ''],
  ['https://[::1]/', ''],
  ['https://0x7f000001/', ''],
  ['https://localhost/', ''],
  ['https://user:pw@cdn.example/', ''],
  [`https://cdn.example/${'a'.repeat(64 * 1024)}`, ''],
])('avatar %j', (avatarUrl, shown) => expect(shownProfile({ ...told, avatarUrl }).avatarUrl).toBe(shown));

test('nothing a provider tells can break it', { tags: 'slow' }, () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, text, (email, name, avatarUrl) => {
      const shown = shownProfile({ subject: '7', email, name, avatarUrl });
      return shown.name !== '' && !/[\p{Cc}\p{Cs}]/u.test(shown.name + shown.email + shown.avatarUrl);
    }),
  );
});
