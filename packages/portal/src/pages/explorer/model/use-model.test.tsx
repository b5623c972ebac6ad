// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aroundPart } from '../../../testing/around-part.tsx';
import { asOwner } from '../../../testing/show-page.tsx';
import { useModel } from './use-model.ts';

/** A triangle with everything in it: 12 bytes of header, then a chunk of JSON and one of corners. */
function triangle(): ArrayBuffer {
  const gltf = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
  };
  const text = new TextEncoder().encode(JSON.stringify(gltf));
  const json = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(0x20);
  json.set(text);
  const corners = new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
  const words = (...values: number[]) => new Uint8Array(new Uint32Array(values).buffer);
  const parts = [
    words(0x46546c67, 2, 12 + 8 + json.length + 8 + corners.length),
    words(json.length, 0x4e4f534a),
    json,
    words(corners.length, 0x004e4942),
    corners,
  ];
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file.buffer;
}

/** What was asked for, and whether somebody still waits for it. */
let asked: AbortSignal[];
let answer: () => Promise<Response>;
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request.signal);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** @param file Of its own for each test: one that is on its way is waited for, whoever asks. */
const place = async (file: string) =>
  renderHook(({ isWanted }) => useModel([`https://portal.example/${file}`], isWanted), {
    initialProps: { isWanted: false },
    wrapper: await aroundPart(asOwner),
  });

/** Walks on: the panorama waits for pictures again, and then has them. */
function walk({ rerender }: Awaited<ReturnType<typeof place>>) {
  rerender({ isWanted: false });
  rerender({ isWanted: true });
}

test('a model is asked for when it is first wanted, and walking on neither cancels it nor asks again', async () => {
  answer = () => new Promise(() => {});
  const page = await place('slow.glb');
  expect(page.result.current.state).toBe('none');
  page.rerender({ isWanted: true });
  await expect.poll(() => asked.length).toBe(1);
  walk(page);
  walk(page);
  expect([page.result.current.state, asked.map(({ aborted }) => aborted)]).toEqual(['loading', [false]]);
  page.unmount();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a model that is there stays the same one, however far one walks', async () => {
  answer = async () => new Response(triangle());
  const page = await place('there.glb');
  page.rerender({ isWanted: true });
  await expect.poll(() => page.result.current.state).toBe('loaded');
  const { current: before } = page.result;
  walk(page);
  expect(page.result.current).toBe(before);
  expect(asked).toHaveLength(1);
});
