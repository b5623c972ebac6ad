import { expect, test } from 'vitest';
import { originForm } from './request-target.ts';

const HOST = 'gateway.example:4001';

test.each([
  ['/open/v3/vr/info?a=1', '/open/v3/vr/info?a=1'],
  [`http://${HOST}/open/v3/vr/info?a=1`, '/open/v3/vr/info?a=1'],
  [`HTTPS://Gateway.Example:4001/open`, '/open'],
  [`http://${HOST}`, '/'],
  [`http://${HOST}?a=1`, '/?a=1'],
  ['http://evil.example/open', 'http://evil.example/open'],
  [`http://user@${HOST}/open`, `http://user@${HOST}/open`],
  [`ftp://${HOST}/open`, `ftp://${HOST}/open`],
  [`http://${HOST}/a#b`, '/a#b'],
  [`http://${HOST}@evil.example/open`, `http://${HOST}@evil.example/open`],
  [`http://${HOST}.evil.example/open`, `http://${HOST}.evil.example/open`],
  [`http://${HOST}\\@evil.example/open`, `http://${HOST}\\@evil.example/open`],
  ['http://gateway.example/open', 'http://gateway.example/open'],
  ['http:///open', 'http:///open'],
  [`//${HOST}/open`, `//${HOST}/open`],
  [`${HOST}/open`, `${HOST}/open`],
  ['*', '*'],
])('%s', (target, expected) => expect(originForm(target, HOST)).toBe(expected));

test.each([
  ['http://a.example:80/open', 'a.example', '/open'],
  ['http://a.example/open', 'A.example:80', '/open'],
  ['https://a.example:443/open', 'a.example', '/open'],
  ['https://a.example/open', 'a.example:80', 'https://a.example/open'],
  ['http://[::1]:4001/open', '[::1]:4001', '/open'],
  ['http://a.example/open', undefined, '/open'],
  ['http://a.example/open', '', 'http://a.example/open'],
])('%s with the Host %s', (target, host, expected) => expect(originForm(target, host)).toBe(expected));
