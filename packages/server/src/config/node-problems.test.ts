import { describe, expect, test } from 'vitest';
import { nodeProblems } from './node-problems.ts';

const production = { APP_ENV: 'production' };

describe('what Node.js is told in production', () => {
  test.each([
    ['--inspect=0.0.0.0:9229', 'inspect'],
    ['--inspect-brk', 'inspect-brk'],
    ['--insecure_http_parser', 'insecure-http-parser'],
    ['"--inspect=9229"', 'inspect'],
    ['--max-old-space-size=512 --tls-min-v1.1', 'tls-min-v1.1'],
    ['--tls-keylog=/tmp/keys', 'tls-keylog'],
    ['--heapsnapshot-near-heap-limit=1', 'heapsnapshot-near-heap-limit'],
    ['--security-revert=CVE-2023-46809', 'security-revert'],
  ])('%s is refused by its name, wherever it stands', (given, name) => {
    const told = expect.stringContaining(`--${name}, which `);
    expect(nodeProblems({ ...production, NODE_OPTIONS: given }, [])).toEqual([told]);
    expect(nodeProblems(production, given.replaceAll('"', '').split(' '))).toEqual([told]);
    expect(nodeProblems({ NODE_OPTIONS: given }, given.split(' '))).toEqual([]);
  });

  test.each(['', '--max-old-space-size=512', '--tls-min-v1.3', '--conditions=inspect', '--title=--inspect'])(
    '%j is no one’s harm',
    (given) => {
      expect(nodeProblems({ ...production, NODE_OPTIONS: given }, given.split(' '))).toEqual([]);
    },
  );
});
