import { fieldReader, routeSearch } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { remembering } from './remembering.ts';

describe('a reader that remembers', () => {
  const counted = () => {
    let reads = 0;
    const read = fieldReader(routeSearch.query);
    return {
      read: remembering((text) => {
        reads += 1;
        return read(text);
      }),
      reads: () => reads,
    };
  };

  test('reads the same text once, and says the same of it', () => {
    const { read, reads } = counted();
    for (let time = 0; time < 3; time += 1)
      expect(read('resource_code=A&is_asc=1').values).toEqual({ resource_code: 'A', is_asc: '1' });
    expect(reads()).toBe(1);
    expect(read('resource_code=A&is_asc=1')).toBe(read('resource_code=A&is_asc=1'));
  });

  test('reads texts that alternate once each', () => {
    const { read, reads } = counted();
    for (let time = 0; time < 3; time += 1) for (const code of ['A', 'B']) read(`resource_code=${code}`);
    expect(reads()).toBe(2);
  });

  test('refuses the same text every time', () => {
    const { read } = counted();
    for (let time = 0; time < 3; time += 1) expect(() => read('resource_code=A&is_asc=2')).toThrow(/^is_asc/);
  });

  test('keeps a bounded number of texts, and none that is long', () => {
    const { read, reads } = counted();
    const long = `resource_code=${'%41'.repeat(40)}&types=${'%77'.repeat(40)}`;
    read(long);
    read(long);
    expect(reads()).toBe(2);
    const first = 'resource_code=first';
    read(first);
    for (let index = 0; index < 1000; index += 1) read(`resource_code=T${index}`);
    const before = reads();
    read(first);
    expect(reads()).toBe(before + 1);
  });
});
