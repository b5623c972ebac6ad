import type { Axes } from '../geometry/camera.ts';
import { minus, plus, scaled, type Vector } from '../geometry/vector.ts';
import { linkProgram } from '../panorama/link-program.ts';
import { matrixTo } from './eye.ts';

/** A picture to put on a plate. */
export interface Picture {
  readonly texture: WebGLTexture;
  /** Its width as a share of its height. */
  readonly ratio: number;
}

/** Draws flat pictures into an eye of a headset. */
export interface Plates {
  /** @returns The picture of this name, which is made once. */
  picture(name: string, make: () => HTMLCanvasElement): Picture;
  /** Plates that follow are drawn for this eye. */
  begin(eye: Axes, projection: Float32Array): void;
  /** Draws on the sky: in a direction, at right angles to it, half as wide and high as said at a distance of 1. */
  put(picture: Picture, axes: Axes, width: number, height: number): void;
  /** Draws a ray. @param from Seen from the eye, in metres. @param half Of its thickness there. */
  ray(picture: Picture, from: Vector, axes: Axes, half: number): void;
  end(): void;
  close(): void;
}

// What lies on the sky has a w of 0: a direction. Depth is left out, as nothing is hidden by anything else.
const VERTICES = `#version 300 es
uniform mat4 projection;
uniform mat3 into;
uniform vec4 middle, right, up;
out vec2 at;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  at = corner * vec2(0.5, -0.5) + 0.5;
  vec4 place = middle + corner.x * right + corner.y * up;
  gl_Position = projection * vec4(into * place.xyz, place.w);
  gl_Position.z = 0.0;
}`;
const PIXELS = `#version 300 es
precision mediump float;
uniform sampler2D picture;
in vec2 at;
out vec4 colour;
void main() {
  colour = texture(picture, at);
}`;

export function openPlates(gl: WebGL2RenderingContext): Plates {
  const program = linkProgram(gl, VERTICES, PIXELS);
  const pictures = new Map<string, Picture>();
  const set = (name: string) => gl.getUniformLocation(program, name);
  const [middle, right, up] = [set('middle'), set('right'), set('up')];
  const draw = ({ texture }: Picture, at: number[], across: number[], upwards: number[]) => {
    gl.uniform4fv(middle, at);
    gl.uniform4fv(right, across);
    gl.uniform4fv(up, upwards);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  };
  return {
    picture(name, make) {
      const there = pictures.get(name);
      if (there !== undefined) return there;
      const canvas = make();
      const picture = { texture: textureOf(gl, canvas), ratio: canvas.width / canvas.height };
      pictures.set(name, picture);
      return picture;
    },
    begin(eye, projection) {
      gl.useProgram(program);
      gl.uniformMatrix4fv(set('projection'), false, projection);
      gl.uniformMatrix3fv(set('into'), false, matrixTo(eye));
      gl.activeTexture(gl.TEXTURE0);
      gl.uniform1i(set('picture'), 0);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    },
    put(picture, axes, width, height) {
      draw(picture, [...axes.forward, 0], [...scaled(axes.right, width), 0], [...scaled(axes.up, height), 0]);
    },
    ray(picture, from, axes, half) {
      // From a place, whose w is 1, to where the ray goes, whose w is 0.
      const centre = scaled(plus(from, axes.forward), 1 / 2);
      const along = scaled(minus(axes.forward, from), 1 / 2);
      draw(picture, [...centre, 1 / 2], [...scaled(axes.right, half), 0], [...along, -1 / 2]);
    },
    end: () => gl.disable(gl.BLEND),
    close() {
      for (const { texture } of pictures.values()) gl.deleteTexture(texture);
      gl.deleteProgram(program);
    },
  };
}

function textureOf(gl: WebGL2RenderingContext, canvas: HTMLCanvasElement): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  // A ring is seen at a slant.
  const slant = gl.getExtension('EXT_texture_filter_anisotropic');
  if (slant !== null) gl.texParameteri(gl.TEXTURE_2D, slant.TEXTURE_MAX_ANISOTROPY_EXT, 4);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}
