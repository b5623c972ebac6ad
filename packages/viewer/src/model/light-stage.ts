import {
  DataTexture,
  DirectionalLight,
  EquirectangularReflectionMapping,
  FloatType,
  PMREMGenerator,
  type Scene,
  type WebGLRenderer,
} from 'three';

/** How bright it is above, at the horizon and below; 1 shows a white surface white. */
const SURROUNDINGS = { above: 0.92, level: 0.6, below: 0.42 } as const;
/** Rows of the picture of the surroundings: enough for a soft gradient. */
const ROWS = 32;
/** The sun: how much it adds to what faces it, and where it stands; it tells walls that meet in a corner apart. */
const SUN = { strength: 0.34, from: [-0.5, 1, 0.75] } as const;

/**
 * Lights a scene for models as glTF allows them. What surrounds the scene lights matt surfaces and is mirrored by metal,
 * which lamps alone leave black; materials that are drawn without light stay as they are.
 * @returns Takes the light away again.
 */
export function lightStage(renderer: WebGLRenderer, scene: Scene): () => void {
  const picture = surroundings();
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromEquirectangular(picture);
  generator.dispose();
  picture.dispose();
  scene.environment = target.texture;
  // A light of strength π shows a white surface that faces it white.
  const sun = new DirectionalLight(0xffffff, Math.PI * SUN.strength);
  sun.position.set(...SUN.from);
  scene.add(sun);
  return () => {
    scene.environment = null;
    scene.remove(sun);
    target.dispose();
  };
}

/** A sky that darkens to the horizon, and a ground, as an equirectangular picture; its first row is the lowest. */
function surroundings(): DataTexture {
  const { above, level, below } = SURROUNDINGS;
  const values = new Float32Array(ROWS * 2 * ROWS * 4);
  for (let row = 0; row < ROWS; row++) {
    const height = Math.sin(((row + 0.5) / ROWS - 0.5) * Math.PI);
    const light = level + (height > 0 ? above - level : level - below) * height;
    values.fill(light, row * 2 * ROWS * 4, (row + 1) * 2 * ROWS * 4);
  }
  const texture = new DataTexture(values, 2 * ROWS, ROWS, undefined, FloatType);
  texture.mapping = EquirectangularReflectionMapping;
  texture.needsUpdate = true;
  return texture;
}
