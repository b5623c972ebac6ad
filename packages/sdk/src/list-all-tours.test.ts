import { beforeEach, expect, test } from 'vitest';
import { type FakeGateway, fakeGateway } from './fake-gateway/index.ts';
import { createGateway, listAllTours } from './index.ts';

let fake: FakeGateway;
/** Newest first. */
let tours: string[];
beforeEach(() => {
  fake = fakeGateway();
  tours = Array.from({ length: 12 }, (_, number) => `tour-${number}`);
  fake.answer('vr-list', ({ page = 1, page_size = 20 }) => {
    const [from, size] = [(Number(page) - 1) * Number(page_size), Number(page_size)];
    const list = tours.slice(from, from + size).map((code) => ({ vr_code: code, resource_code: code }));
    return { list, total: tours.length, page: Number(page), page_size: size };
  });
});

/** @param changes What happens to the list when so many tours have come. */
async function walked(changes: Readonly<Record<number, () => void>>, page_size = 3): Promise<string[]> {
  const codes: string[] = [];
  for await (const { vr_code } of listAllTours(createGateway(fake.options), { page_size })) {
    codes.push(vr_code);
    changes[codes.length]?.();
  }
  return codes;
}

const remove = (...numbers: number[]) => {
  tours = tours.filter((code) => !numbers.includes(Number(code.replace('tour-', ''))));
};

test.each<[string, Record<number, () => void>]>([
  ['one', { 3: () => remove(1) }],
  ['more than a page', { 6: () => remove(0, 1, 2, 4) }],
  ['one on the last page but one', { 9: () => remove(8) }],
  ['twice', { 3: () => remove(0), 7: () => remove(1, 2) }],
  ['one that is still to come', { 3: () => remove(10) }],
  ['and others imported', { 4: () => void tours.unshift('tour-20'), 6: () => remove(0, 1) }],
])('tours that are removed meanwhile hide no other: %s', async (_, changes) => {
  const before = [...tours];
  const codes = await walked(changes);
  expect(codes).toEqual([...new Set(codes)]);
  expect(codes).toEqual(expect.arrayContaining(tours.filter((code) => before.includes(code))));
});

test('many that come in meanwhile are not told twice', async () => {
  const codes = await walked({ 3: () => void tours.unshift(...Array.from({ length: 7 }, (_, more) => `new-${more}`)) });
  expect(codes).toEqual([...new Set(codes)]);
  expect(codes).toEqual(expect.arrayContaining(tours.filter((code) => code.startsWith('tour-'))));
});

test('a gateway whose total is what is left still comes to an end', async () => {
  fake.answer('vr-list', ({ page = 1, page_size = 20 }) => {
    const from = (Number(page) - 1) * Number(page_size);
    const list = tours.slice(from, from + Number(page_size)).map((code) => ({ vr_code: code, resource_code: code }));
    return { list, total: tours.length - from, page: Number(page), page_size: Number(page_size) };
  });
  expect(await walked({})).toEqual(tours);
});

test('an undisturbed walk asks for each page once', async () => {
  expect(await walked({})).toEqual(tours);
  expect(fake.calls.filter(({ operation }) => operation === 'vr-list')).toHaveLength(5);
});
