import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { frameOf } from '../../tours/frame.ts';
import { SPACIOUS_FROM_BYTES } from '../http/spacious-bytes.ts';
import { frameCache, recordsGroup, tourGroup } from './frame-cache.ts';

const MEBIBYTE = 1024 * 1024;
const frame = (text: string) => frameOf(Buffer.from(JSON.stringify(text)));
const group = tourGroup('1', 'a');

describe('frames in memory', () => {
  test('one load however many callers wait', async () => {
    const cache = frameCache(MEBIBYTE);
    let loads = 0;
    const load = async () => {
      loads += 1;
      return frame('x');
    };
    await Promise.all(Array.from({ length: 50 }, () => cache.load('k', group, load)));
    expect(loads).toBe(1);
    expect([cache.hits(), cache.misses()]).toEqual([0, 1]);
    expect(cache.get('k')?.json().bytes.toString()).toBe('"x"');
    expect(cache.get('another')).toBeUndefined();
    expect([cache.hits(), cache.misses()]).toEqual([1, 1]);
  });

  test('what is kept takes as much memory as is counted: no small view of a large buffer', async () => {
    const cache = frameCache(MEBIBYTE);
    const composed = frame('a composed selection');
    expect(composed.body.buffer.byteLength).toBeGreaterThan(composed.body.length);
    const payload = await cache.load('k', group, async () => composed);
    expect(payload.deflated.bytes).toEqual(composed.body);
    for (const { bytes } of [payload.deflated, payload.json()]) expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  test('what is large is kept with space around it, and that is counted too', { tags: 'slow' }, async () => {
    const cache = frameCache(MEBIBYTE);
    const json = Buffer.from(JSON.stringify(randomBytes(40_000).toString('hex')));
    const payload = await cache.load('k', group, async () => frameOf(json));
    expect(payload.json().bytes).toEqual(json);
    const memory = [payload.deflated, payload.json()].map(({ bytes }) => bytes.buffer.byteLength);
    expect(payload.json().spacious).toBeDefined();
    expect(cache.size()).toBeGreaterThanOrEqual(memory.reduce((sum, one) => sum + one, 0));
  });

  test.each([
    [SPACIOUS_FROM_BYTES - 1, false],
    [SPACIOUS_FROM_BYTES, true],
  ])('whether %d bytes are kept with space around them: %s', async (length, hasSpace) => {
    const payload = await frameCache(MEBIBYTE).load('k', group, async () => frame('x'.repeat(length - '""'.length)));
    expect(payload.json().bytes).toHaveLength(length);
    expect(payload.json().spacious !== undefined).toBe(hasSpace);
  });

  test('a failed load is forgotten', async () => {
    const cache = frameCache(MEBIBYTE);
    await expect(cache.load('k', group, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await expect(cache.load('k', group, async () => frame('y'))).resolves.toBeDefined();
  });

  test('a change of the tour drops its frames and no others', async () => {
    const cache = frameCache(MEBIBYTE);
    await cache.load('a1', group, async () => frame('a1'));
    await cache.load('a2', group, async () => frame('a2'));
    await cache.load('b', tourGroup('1', 'b'), async () => frame('b'));
    await cache.load('r', recordsGroup('1'), async () => frame('r'));
    cache.evict(group);
    expect([cache.get('a1'), cache.get('a2')]).toEqual([undefined, undefined]);
    expect(cache.get('b')).toBeDefined();
    expect(cache.get('r')).toBeDefined();
  });

  test('what was being read while the tour changed is answered, but not kept', async () => {
    const cache = frameCache(MEBIBYTE);
    let finish: (text: string) => void = () => undefined;
    const slow = cache.load('k', group, async () => frame(await new Promise<string>((resolve) => (finish = resolve))));
    cache.evict(group);
    const fresh = await cache.load('k', group, async () => frame('new'));
    finish('old');
    expect((await slow).json().bytes.toString()).toBe('"old"');
    expect(fresh.json().bytes.toString()).toBe('"new"');
    expect(cache.get('k')?.json().bytes.toString()).toBe('"new"');
  });

  test('bytes stay within the budget, inflated JSON counted from its first use', async () => {
    const cache = frameCache(100_000);
    for (let index = 0; index < 100; index += 1) {
      const payload = await cache.load(`k${index}`, tourGroup('1', `t${index}`), async () => frame('z'.repeat(20_000)));
      payload.json();
      expect(cache.size()).toBeLessThanOrEqual(100_000);
    }
    expect(cache.get('k99')).toBeDefined();
    expect(cache.get('k0')).toBeUndefined();
  });

  test('a frame larger than the whole budget is served without being kept', async () => {
    const cache = frameCache(1000);
    const text = Array.from({ length: 3000 }, (_, index) => index * 7919).join();
    const payload = await cache.load('k', group, async () => frame(text));
    expect(payload.json().bytes.toString()).toBe(JSON.stringify(text));
    expect(cache.get('k')).toBeUndefined();
  });
});
