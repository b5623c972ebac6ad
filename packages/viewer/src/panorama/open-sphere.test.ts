import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cubeSides } from './drawn-faces.ts';
import { openSphere } from './open-sphere.ts';

/** In pixels. */
const SHOWN = { width: 6000, height: 2000 } as const;

/** What a browser holds for the pictures: on its graphics card, and beside it. */
function browser(mostPx = 16_384) {
  const textures = new Set<object>();
  const canvases: { width: number; height: number }[] = [];
  const edges: number[] = [];
  const taken: number[] = [];
  const viewports: number[][] = [];
  const does: Readonly<Record<string, (...given: never[]) => unknown>> = {
    createTexture() {
      const made = {};
      textures.add(made);
      return made;
    },
    deleteTexture: (texture: object) => textures.delete(texture),
    getParameter: () => mostPx,
    getProgramParameter: () => true,
    isContextLost: () => false,
    texStorage2D: (...[, , , edge]: number[]) => edges.push(edge ?? 0),
    viewport: (...area: number[]) => viewports.push(area),
    texSubImage2D: (...given: { width: number }[]) => taken.push(given.at(-1)?.width ?? 0),
  };
  const buffer: Readonly<Record<string, number>> = {
    drawingBufferWidth: Math.min(mostPx, SHOWN.width),
    drawingBufferHeight: Math.min(mostPx, SHOWN.height),
  };
  const gl = new Proxy({}, { get: (_, name) => buffer[String(name)] ?? does[String(name)] ?? (() => ({})) });
  const makeCanvas = () => {
    const canvas = { width: 300, height: 150, getContext: () => ({ setTransform() {}, drawImage() {} }) };
    canvases.push(canvas);
    return canvas;
  };
  vi.stubGlobal('document', { createElement: makeCanvas });
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  const canvas = { getContext: () => gl } as unknown as HTMLCanvasElement;
  return { textures, canvases, edges, taken, viewports, sphere: openSphere(canvas) };
}
const pictures = (edge: number) =>
  cubeSides.map(() => ({ naturalWidth: edge, width: edge, height: edge }) as HTMLImageElement);
const ahead = { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] } as const;

describe('the pictures of a panorama', () => {
  beforeEach(() => void vi.unstubAllGlobals());
  afterEach(() => void vi.unstubAllGlobals());

  test('are given back once those after them show alone', () => {
    const { sphere, textures } = browser();
    sphere.show(pictures(64), undefined);
    sphere.drawLook(ahead, 1);
    expect(textures.size).toBe(1);
    sphere.show(pictures(64), undefined);
    sphere.drawLook(ahead, 0.5);
    expect(textures.size).toBe(2);
    sphere.drawLook(ahead, 1);
    sphere.drawLook(ahead, 1);
    expect(textures.size).toBe(1);
  });

  test('fill the canvas where the graphics card draws none as large', () => {
    const drawnOn = (mostPx: number) => {
      const { sphere, viewports } = browser(mostPx);
      sphere.show(pictures(64), undefined);
      sphere.draw({ ...ahead, position: [0, 0, 0], tangent: 1, ...SHOWN }, 1);
      return viewports;
    };
    expect(drawnOn(16_384)).toEqual([[0, 0, 6000, 2000]]);
    expect(drawnOn(4096)).toEqual([[0, 0, 4096, 2000]]);
  });

  test('are no larger on the graphics card than anybody sees', () => {
    const { sphere, edges } = browser();
    sphere.show(pictures(8192), undefined);
    sphere.show(pictures(2048), undefined);
    expect(edges).toEqual([4096, 2048]);
    const small = browser(1024);
    small.sphere.show(pictures(2048), undefined);
    expect(small.edges).toEqual([1024]);
  });

  test('leave no canvas behind that they were redrawn on', () => {
    const { sphere, canvases, taken } = browser();
    sphere.show(pictures(64), undefined);
    expect(taken).toEqual(Array.from(cubeSides, () => 64));
    expect(canvases.map(({ width, height }) => [width, height])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
