// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobAnswer, PictureJob } from './picture-jobs.ts';

interface WorkerScope {
  onmessage?: (event: { data: unknown }) => Promise<void>;
  postMessage(answer: JobAnswer): void;
}

const answers: JobAnswer[] = [];
let scope: WorkerScope;
/** Each test starts the worker anew, which under the same address would be the one before. */
let started = 0;
beforeEach(async () => {
  answers.length = 0;
  scope = { postMessage: (answer) => answers.push(answer) };
  vi.stubGlobal('self', scope);
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
  });
  started += 1;
  await import(/* @vite-ignore */ `./picture-worker.ts?started=${started}`);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const picture = {
  ...{ width: 64, height: 32, full: { width: 64, height: 32, left: 0, top: 0 } },
  ...{ heading: undefined, lean: undefined, position: undefined, thumb: new Blob() },
};
/** As browsers have it of a file that was moved, edited or is on a disk that is away. */
function goneFile(name: string): File {
  const file = new File(['x'.repeat(20)], 'hall.jpg');
  const fail = async () => {
    throw new DOMException('The file could not be read.', name);
  };
  const part = () => Object.assign(new Blob(), { arrayBuffer: fail });
  const stream = () => ({ getReader: () => ({ read: fail }) });
  return Object.assign(file, { arrayBuffer: fail, slice: part, stream });
}
/** As Chromium has it of a file that was moved: its parts are empty. */
function emptyFile(): File {
  const stream = () => ({ getReader: () => ({ read: () => Promise.reject(new TypeError('network error')) }) });
  return Object.assign(new File(['x'.repeat(20)], 'hall.jpg'), { slice: () => new Blob(), stream });
}
const jobs = (file: File): readonly PictureJob[] => [
  { kind: 'read', file },
  { kind: 'cut', files: [file], edge: 16, picture },
  { kind: 'preview', files: [file], picture },
];
const reasonsOf = async (file: File) => {
  for (const [id, job] of jobs(file).entries()) await scope.onmessage?.({ data: { id, job } });
  return answers.map((answer) => ('refused' in answer ? answer.refused.reason : answer));
};

test.each(['NotReadableError', 'NotFoundError'])('a file that is not there any more is called so: %s', async (name) => {
  expect(await reasonsOf(goneFile(name))).toEqual(['gone', 'gone', 'gone']);
});

test('a file whose parts are empty is not there any more, and one that is empty is no picture', async () => {
  expect(await reasonsOf(emptyFile())).toEqual(['gone', 'gone', 'gone']);
  answers.length = 0;
  expect((await reasonsOf(new File([], 'hall.jpg')))[0]).toBe('format');
});

test('a picture that is there and was read before takes too much memory', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);
  expect((await reasonsOf(new File([jpeg], 'hall.jpg'))).slice(1)).toEqual(['memory', 'memory']);
});
