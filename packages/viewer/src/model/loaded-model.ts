import type { Box3, Group, PerspectiveCamera, WebGLRenderer } from 'three';

/** A model, and its triangles for cutting floor plans. */
export interface LoadedModel {
  readonly scene: Group;
  /** Corners in metres of the world, nine numbers a triangle; none of what comes in tiles. */
  readonly triangles: Float32Array;
  readonly tiles?: Tiles;
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
