import { explorerOperations, readEndpoints } from '@openhouse/contract';
import { shownOperations } from '@openhouse/viewer/inside';
import { expect, test } from 'vitest';
import { operationFacts } from './operation-facts.ts';

test.each(shownOperations)('the page calls %s what the contract calls it', (name) => {
  const { path, operation: title } = readEndpoints.find((endpoint) => endpoint.name === name) ?? {};
  expect(operationFacts[name]).toEqual({ path, title });
});

test('the page reads what the portal hands on', () => {
  expect([...shownOperations].sort()).toEqual([...explorerOperations].sort());
});
