import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/156.0.0.0 Safari/537.36`, 'Chrome', 'Linux', false],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`,
    'Edge',
    'Windows',
    false,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.6; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox', 'macOS', false],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/156.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/156.0 Mobile Safari/537.36 MicroMessenger/8.0`,
    'WeChat',
    'Android',
    true,
  ],
  ['curl/8.9.1', 'curl', undefined, false],
  ['', undefined, undefined, false],
])('%s', (userAgent, browser, system, phone) => {
  expect(browserName(userAgent)).toEqual({ browser, system, phone });
});
