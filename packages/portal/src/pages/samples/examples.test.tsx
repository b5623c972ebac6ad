import { expect, test } from 'vitest';
import { exampleFacts, quickStart } from './examples.ts';

test('no example holds a secret or a Bearer prefix', () => {
  for (const { code } of quickStart(exampleFacts('http://localhost:4001'))) {
    expect(code).not.toMatch(/ohs_|Bearer/);
    expect(code).toContain('OPENHOUSE_APP_SECRET');
  }
});
