import type { Camera } from '../geometry/camera.ts';
import { type Quaternion, rotated, scaled, type Vector } from '../geometry/vector.ts';
import { type CubeSide, cubeSides } from './drawn-faces.ts';
import { linkProgram } from './link-program.ts';

type Sides = readonly (HTMLImageElement | HTMLCanvasElement)[];

/** The pictures around an eye, drawn on a canvas. */
export interface Sphere {
  /**
   * Takes six pictures, in the order of the sides; those shown until now stay to fade out.
   * @param rotation Turns directions in the pictures into those of the world; undefined turns nothing.
   */
  show(sides: Sides, rotation: Quaternion | undefined): void;
  /**
   * Takes sides that came after the others.
   * @param before What was shown; the same pictures are not taken again.
   */
  complete(sides: Sides, before: Sides): void;
  /**
   * Draws on the canvas.
   * @param share How much of the pictures shows; those before them show for the rest.
   */
  draw(camera: Camera, share: number): void;
  /** Draws into the framebuffer and the viewport that are bound. */
  drawLook(look: Look, share: number): void;
  readonly gl: WebGL2RenderingContext;
  /** Recreates everything after the context was lost; pictures have to be shown again. */
  restore(): void;
  destroy(): void;
}

/** Where the middle of a picture looks, and what is added to that to look at its right and at its upper edge. */
export interface Look {
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
}

/** Pixels across a side are at most this many: a cube takes half a gigabyte then, and twice as many would take two. */
const MAX_EDGE_PX = 4096;
/** Pixels of the canvas for one of CSS are at most this many: more costs time, and nobody sees it. */
const MAX_RATIO = 2;

const VERTICES = `#version 300 es
out vec2 at;
void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
  gl_Position = vec4(at, 0.0, 1.0);
}`;
// Cube maps of WebGL are seen from outside: x is mirrored.
const PIXELS = `#version 300 es
precision highp float;
uniform vec3 right, up, forward;
uniform mat3 turned, turnedBefore;
uniform samplerCube shown, before;
uniform float share;
in vec2 at;
out vec4 colour;
void main() {
  vec3 look = forward + at.x * right + at.y * up;
  vec3 here = turned * look, there = turnedBefore * look;
  colour = texture(shown, here * vec3(-1, 1, 1));
  if (share < 1.0) colour = mix(texture(before, there * vec3(-1, 1, 1)), colour, share);
}`;

/** Sides of a cube map that lie in WebGL the other way up. */
const TURNED: readonly CubeSide[] = ['top', 'bottom'];

interface Shown {
  readonly texture: WebGLTexture;
  /** In pixels. */
  readonly edge: number;
  readonly turned: Float32Array;
}

/** @throws Without WebGL 2. */
export function openSphere(canvas: HTMLCanvasElement): Sphere {
  const context = canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false });
  if (context === null) throw new Error('This browser has no WebGL 2.');
  const gl = context;
  let program = linkProgram(gl, VERTICES, PIXELS);
  let shown: Shown | undefined;
  let before: Shown | undefined;

  function drawLook({ right, up, forward }: Look, share: number): void {
    if (shown === undefined || gl.isContextLost()) return;
    const old = before ?? shown;
    const set = (name: string) => gl.getUniformLocation(program, name);
    gl.useProgram(program);
    gl.uniform3fv(set('right'), [...right]);
    gl.uniform3fv(set('up'), [...up]);
    gl.uniform3fv(set('forward'), [...forward]);
    gl.uniformMatrix3fv(set('turned'), false, shown.turned);
    gl.uniformMatrix3fv(set('turnedBefore'), false, old.turned);
    gl.uniform1f(set('share'), before === undefined ? 1 : share);
    for (const [unit, name, { texture }] of [
      [0, 'shown', shown],
      [1, 'before', old],
    ] as const) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_CUBE_MAP, texture);
      gl.uniform1i(set(name), unit);
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    if (share === 1) forget();
  }
  /** Gives back what has faded out: pictures are the largest part of what a tour keeps on the graphics card. */
  function forget(): void {
    if (before !== undefined) gl.deleteTexture(before.texture);
    before = undefined;
  }

  return {
    show(sides, rotation) {
      forget();
      before = shown;
      shown = { ...cubeMap(gl, sides), turned: inverse(rotation) };
    },
    complete(sides, earlier) {
      if (shown === undefined) return;
      if (edgeFor(gl, sides) === shown.edge) paint(gl, shown, sides, earlier);
      else {
        gl.deleteTexture(shown.texture);
        shown = { ...shown, ...cubeMap(gl, sides) };
      }
    },
    draw({ right, up, forward, tangent, width, height }, share) {
      if (shown === undefined || gl.isContextLost()) return;
      const ratio = Math.min(MAX_RATIO, window.devicePixelRatio);
      const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
      // Smaller than asked for where the graphics card draws nothing as large.
      gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
      drawLook({ right: scaled(right, (tangent * width) / height), up: scaled(up, tangent), forward }, share);
    },
    drawLook,
    gl,
    restore() {
      program = linkProgram(gl, VERTICES, PIXELS);
      shown = undefined;
      before = undefined;
    },
    destroy() {
      // Browsers keep few contexts; a page that is left gives its own back at once.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

/** Cube maps take squares of one size; what differs is drawn to that size. */
function cubeMap(gl: WebGL2RenderingContext, sides: Sides): Pick<Shown, 'texture' | 'edge'> {
  const texture = gl.createTexture();
  const edge = edgeFor(gl, sides);
  gl.bindTexture(gl.TEXTURE_CUBE_MAP, texture);
  gl.texStorage2D(gl.TEXTURE_CUBE_MAP, Math.floor(Math.log2(edge)) + 1, gl.RGBA8, edge, edge);
  gl.texParameteri(gl.TEXTURE_CUBE_MAP, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  paint(gl, { texture, edge }, sides, []);
  return { texture, edge };
}

function edgeFor(gl: WebGL2RenderingContext, sides: Sides): number {
  const most = gl.getParameter(gl.MAX_CUBE_MAP_TEXTURE_SIZE) as number;
  return Math.min(most, MAX_EDGE_PX, Math.max(1, ...sides.map((side) => widthOf(side))));
}

/** Puts the pictures that a cube map does not have yet. */
function paint(
  gl: WebGL2RenderingContext,
  { texture, edge }: Pick<Shown, 'texture' | 'edge'>,
  sides: Sides,
  before: Sides,
): void {
  const target: Readonly<Record<CubeSide, number>> = {
    left: gl.TEXTURE_CUBE_MAP_POSITIVE_X,
    right: gl.TEXTURE_CUBE_MAP_NEGATIVE_X,
    top: gl.TEXTURE_CUBE_MAP_POSITIVE_Y,
    bottom: gl.TEXTURE_CUBE_MAP_NEGATIVE_Y,
    back: gl.TEXTURE_CUBE_MAP_POSITIVE_Z,
    front: gl.TEXTURE_CUBE_MAP_NEGATIVE_Z,
  };
  gl.bindTexture(gl.TEXTURE_CUBE_MAP, texture);
  for (const [at, side] of cubeSides.entries()) {
    const picture = sides[at];
    if (picture === undefined || picture === before[at]) continue;
    const put = (pixels: typeof picture) => gl.texSubImage2D(target[side], 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    if (widthOf(picture) === edge && picture.height === edge && !TURNED.includes(side)) put(picture);
    else {
      const canvas = redrawn(picture, edge, TURNED.includes(side));
      put(canvas);
      release(canvas);
    }
  }
  gl.generateMipmap(gl.TEXTURE_CUBE_MAP);
}

/** Gives the pixels of a canvas back at once: browsers of phones refuse new ones long before they collect the old. */
export function release(canvas: HTMLCanvasElement): void {
  Object.assign(canvas, { width: 0, height: 0 });
}

const widthOf = (picture: HTMLImageElement | HTMLCanvasElement) =>
  'naturalWidth' in picture ? picture.naturalWidth : picture.width;

function redrawn(picture: HTMLImageElement | HTMLCanvasElement, edge: number, isTurned: boolean): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: edge, height: edge });
  const context = canvas.getContext('2d');
  if (isTurned) context?.setTransform(-1, 0, 0, -1, edge, edge);
  context?.drawImage(picture, 0, 0, edge, edge);
  return canvas;
}

/** @returns The matrix from the world into the pictures, column by column. */
function inverse(rotation: Quaternion | undefined): Float32Array {
  const axes: readonly Vector[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const [x, y, z] = axes.map((axis) => (rotation === undefined ? axis : rotated(rotation, axis)));
  return new Float32Array([0, 1, 2].flatMap((row) => [x?.[row] ?? 0, y?.[row] ?? 0, z?.[row] ?? 0]));
}
