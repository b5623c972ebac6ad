import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newAppSecret } from '../../apps/app-secret.ts';
import { cleanLeakUrl, isSigned, LEAK_URL_MAX } from './rules.ts';

describe('a signature', () => {
  // What GitHub's documentation of its partner programme publishes: key, body and signature.
  const published = {
    key: createPublicKey(
      '-----BEGIN PUBLIC KEY-----\n' +
        'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE9MJJHnMfn2+H4xL4YaPDA4RpJqUq\n' +
        'kCmRCBnYERxZanmcpzQSXs1X/AljlKkbJ8qpVIW4clayyef9gWhFbNHWAA==\n' +
        '-----END PUBLIC KEY-----\n',
    ),
    body: '[{"token":"some_token","type":"some_type","url":"some_url"}]',
    signature: 'MEUCIQDKZokqnCjrRtw0tni+2Ltvl/uiMJ1EGumEsp1BsNr32AIgQY1YXD2nlj+XNfGK4rBfkMJ1JDOQcYXxa2sY8FNkrKc=',
  };

  test('as GitHub makes it holds for its body, and for no other', () => {
    const { key, body, signature } = published;
    expect(isSigned(key, Buffer.from(body), signature)).toBe(true);
    for (const other of [
      `${body}\n`,
      body.replace('some_url', 'some_uri'),
      '',
      JSON.stringify(JSON.parse(body), null, 1),
    ])
      expect(isSigned(key, Buffer.from(other), signature)).toBe(false);
  });

  test('of any other form is none, and breaks nothing', () => {
    const { key, body, signature } = published;
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (given) => {
        expect(isSigned(key, Buffer.from(body), given)).toBe(false);
      }),
    );
    expect(isSigned(key, Buffer.from(body), signature.slice(0, -8))).toBe(false);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const raw = sign('sha256', Buffer.from(body), { key: other.privateKey, dsaEncoding: 'ieee-p1363' });
    expect(isSigned(other.publicKey, Buffer.from(body), raw.toString('base64'))).toBe(false);
  });
});

describe('where a leak is', () => {
  const secret = newAppSecret();

  test.each([
    [
      'https://github.com/octocat/Hello-World/blob/1234/foo/bar.txt',
      'https://github.com/octocat/Hello-World/blob/1234/foo/bar.txt',
    ],
    ['https://user:password@git.example/a?token=x&y#L10', 'https://git.example/a'],
    ['https://git.example/密钥\u202e.txt', 'https://git.example/%E5%AF%86%E9%92%A5%E2%80%AE.txt'],
    [`https://git.example/raw/${secret}`, 'https://git.example/'],
    [`https://git.example/raw/${secret.replace('_', '%5F')}`, 'https://git.example/'],
    [`https://git.example/raw/${secret.replace('_', '%255f')}`, 'https://git.example/'],
    [`https://git.example/${'a'.repeat(LEAK_URL_MAX)}`, 'https://git.example/'],
    ['javascript:alert(1)', ''],
    ['file:///etc/passwd', ''],
    ['some_url', ''],
    ['', ''],
    [null, ''],
    [['https://git.example/'], ''],
  ])('%s is kept as %s', (given, kept) => expect(cleanLeakUrl(given)).toBe(kept));

  test('is bounded, plain and without a secret, whatever is given', () => {
    const part = fc.oneof(fc.constant(secret), fc.webPath(), fc.string({ unit: 'binary' }), fc.webQueryParameters());
    fc.assert(
      fc.property(fc.webUrl(), fc.array(part), (url, parts) => {
        const kept = cleanLeakUrl([url, ...parts].join('/'));
        expect(kept.length).toBeLessThanOrEqual(LEAK_URL_MAX);
        expect(kept).toMatch(/^(https?:\/\/[\x21-\x7e]+)?$/);
        expect(kept).not.toMatch(/ohs_|[?#]/);
      }),
    );
  });
});
