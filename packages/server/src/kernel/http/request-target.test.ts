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
  ['*', '*'],
])('%s', (target, expected) => expect(originForm(target, HOST)).toBe(expected));
