import type { Box3, Group, PerspectiveCamera, WebGLRenderer } from 'three';
import type { Vector } from '../geometry/vector.ts';

/** A model, and its triangles for cutting floor plans. */
export interface LoadedModel {
  readonly scene: Group;
  /** Corners in metres from the origin, nine numbers a triangle; none of what comes in tiles. */
  readonly triangles: Float32Array;
  /** A place of the world near the model: numbers of 32 bits are decimetres apart a thousand kilometres away. */
  readonly origin: Vector;
  readonly tiles?: Tiles;
  /** Addresses of pictures and of tilesets that did not arrive: it shows without them. */
  readonly missing: readonly string[];
}

/** What comes in parts, as one looks at it. */
export interface Tiles {
  /** What all of it takes up, once it is in a scene. */
  box(): Box3;
  /** @param onMissing Told of each part that does not arrive; what stands in for it stays. */
  watch(onChange: () => void, onMissing: (error: Error) => void): void;
  /** Before each picture. */
  look(eye: PerspectiveCamera, renderer: WebGLRenderer): void;
  dispose(): void;
}
