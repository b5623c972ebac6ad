import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Line,
  LineBasicMaterial,
  LineSegments,
  Material,
  Mesh,
  PerspectiveCamera,
  Points,
  Scene,
  Sphere,
  Spherical,
  Texture,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Camera } from '../geometry/camera.ts';
import { extentOf } from '../geometry/extent.ts';
import type { Vector } from '../geometry/vector.ts';
import { onSpread } from '../panorama/on-spread.ts';
import { SHARED_TOUCH } from '../share-scrolling.ts';
import { watchContext } from '../watch-context.ts';
import { watchSize } from '../watch-size.ts';
import { lightStage } from './light-stage.ts';
import type { LoadedModel, Tiles } from './loaded-model.ts';

/** Vertical field of view of the doll's house, in degrees: narrow, as models are photographed. */
const FOV = 32;
/** From where one first looks: over the right shoulder, in radians. */
const FIRST_VIEW = { azimuth: -0.55, polar: 0.92 } as const;
/** Radius of what is framed when there is nothing, or one place only, in metres. */
const USUAL_RADIUS_M = 3;
/** How much closer one can come than at first, and how much further away. */
const ZOOM = { closest: 12, furthest: 3 } as const;
/** How far before the nearest standpoint a model is cut off, as a share of that standpoint's distance. */
const CUT = 1 / 20;
/** Steepest and flattest look, in radians from straight above. */
const POLAR = { min: 0.05, max: 1.5 } as const;

/** Which way one looks at a model. */
export interface OutsideView {
  /** Around the middle and down from straight above, in radians. */
  readonly azimuth: number;
  readonly polar: number;
  /** How much closer than where all of it is in view: the same on any screen. */
  readonly zoom: number;
  /** What one turns around. */
  readonly middle: Vector;
}

/** The view of a model from outside. */
export interface ModelStage {
  /**
   * Shows a model; the view then holds all of it.
   * @param onMissing Told of each part that does not arrive.
   */
  add(model: LoadedModel, onMissing?: (error: Error) => void): void;
  camera(): Camera | undefined;
  view(): OutsideView;
  /** Looks from there, within the bounds of zooming and near the model; also after a model that is still to come. */
  lookFrom(view: OutsideView): void;
  /** Turns around the middle, in radians, and comes closer by a factor below 1. */
  orbit(azimuth: number, polar: number, nearer?: number): void;
  /** Moves the middle that one turns around. */
  lookAt(place: Vector): void;
  /** Everything in view again. */
  reset(): void;
  resize(): void;
  destroy(): void;
}

interface Options {
  readonly container: HTMLElement;
  /** Places that have to be in view when there is no model. */
  readonly places: readonly Vector[];
  /** Stretches that are drawn as thin lines: which viewpoints lead to which. */
  readonly links: readonly (readonly [Vector, Vector])[];
  readonly onMove: () => void;
  /** Told when nothing can be drawn any more: the WebGL context was lost, and did not come back. */
  readonly onGone: () => void;
}

/** Opens the doll's house. @throws Without WebGL. */
export function openModelStage({ container, places, links, onMove, onGone }: Options): ModelStage {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true });
  renderer.domElement.style.display = 'block';
  container.append(renderer.domElement);
  const scene = new Scene();
  let unlight = lightStage(renderer, scene);
  const eye = new PerspectiveCamera(FOV);
  const controls = new OrbitControls(eye, renderer.domElement);
  renderer.domElement.style.touchAction = SHARED_TOUCH;
  controls.minPolarAngle = POLAR.min;
  controls.maxPolarAngle = POLAR.max;
  controls.zoomToCursor = true;
  const lines = linesOf(links, getComputedStyle(container).getPropertyValue('--oh-scene-link').trim());
  scene.add(lines);
  const box = new Box3().setFromPoints(places.map((place) => new Vector3(...place)));

  let frame = 0;
  let asked: OutsideView | undefined;
  let tiles: Tiles | undefined;
  const render = () => {
    frame = 0;
    tiles?.look(eye, renderer);
    renderer.render(scene, eye);
    onMove();
  };
  const draw = () => {
    frame ||= requestAnimationFrame(render);
  };
  // What was drawn is gone after each frame, and paper gets no frame of its own.
  window.addEventListener('beforeprint', render);
  const resize = () => {
    const { clientWidth: width, clientHeight: height } = container;
    if (width === 0 || height === 0) return;
    // A page that is zoomed, or moved to another screen, has another ratio.
    const ratio = Math.min(2, window.devicePixelRatio);
    if (ratio !== renderer.getPixelRatio()) renderer.setPixelRatio(ratio);
    renderer.setSize(width, height);
    const before = wholeFrom(1);
    eye.aspect = width / height;
    eye.updateProjectionMatrix();
    // In a narrower box all of it is in view from further away.
    const further = wholeFrom(1) / before;
    bound();
    eye.position.sub(controls.target).multiplyScalar(further).add(controls.target);
    controls.update();
    draw();
  };
  /** From how far away the sphere around the box fits into the narrower side. */
  const wholeFrom = (radius: number) =>
    radius / Math.sin(Math.atan(Math.tan((FOV * Math.PI) / 360) * Math.min(1, eye.aspect)));
  /** How near and how far away one can go. */
  const bound = () => {
    const { radius } = boundsOf(box);
    const away = wholeFrom(radius);
    controls.minDistance = away / ZOOM.closest;
    controls.maxDistance = away * ZOOM.furthest;
    // A model may be a ring or a town: what is cut off follows its size.
    eye.near = controls.minDistance * CUT;
    eye.far = controls.maxDistance + 2 * radius;
    eye.updateProjectionMatrix();
  };
  const reset = () => {
    const { center, radius } = boundsOf(box);
    const first = new Spherical(wholeFrom(radius), FIRST_VIEW.polar, FIRST_VIEW.azimuth);
    controls.target.copy(center);
    bound();
    eye.position.setFromSpherical(first).add(center);
    controls.update();
    draw();
  };
  const lookFrom = ({ azimuth, polar, zoom, middle }: OutsideView) => {
    const { center, radius } = boundsOf(box);
    const target = new Vector3(...middle).sub(center).clampLength(0, radius).add(center);
    const distance = Math.min(controls.maxDistance, Math.max(controls.minDistance, wholeFrom(radius) / zoom));
    const bounded = Math.min(POLAR.max, Math.max(POLAR.min, polar));
    controls.target.copy(target);
    eye.position.setFromSpherical(new Spherical(distance, bounded, azimuth)).add(target);
    controls.update();
    draw();
  };
  const forget = () => {
    asked = undefined;
  };
  const orbit = (azimuth: number, polar: number, nearer = 1) => {
    forget();
    const offset = new Spherical().setFromVector3(eye.position.clone().sub(controls.target));
    offset.theta += azimuth;
    offset.phi = Math.min(POLAR.max, Math.max(POLAR.min, offset.phi + polar));
    offset.radius = Math.min(controls.maxDistance, Math.max(controls.minDistance, offset.radius * nearer));
    eye.position.setFromSpherical(offset).add(controls.target);
    controls.update();
    draw();
  };
  controls.addEventListener('start', forget);
  controls.addEventListener('change', draw);
  const ending = new AbortController();
  onSpread(renderer.domElement, (factor) => orbit(0, 0, 1 / factor), ending.signal);
  const stopWatching = watchContext(renderer.domElement, {
    onRestored() {
      // All else is sent to the graphics card again when it is drawn; this was made there.
      unlight();
      unlight = lightStage(renderer, scene);
      draw();
    },
    onGone,
  });
  const endSize = watchSize(container, () => {
    resize();
    // A canvas of another size is empty until it is drawn: for a frame, and on paper for good.
    if (frame === 0) return;
    cancelAnimationFrame(frame);
    render();
  });
  resize();
  reset();

  return {
    add({ scene: model, tiles: parts, triangles, origin }, onMissing = () => {}) {
      scene.add(model);
      const extent = extentOf(triangles);
      if (parts !== undefined) box.copy(parts.box());
      else if (extent === undefined) box.setFromObject(model);
      else {
        box.set(new Vector3(...extent[0]), new Vector3(...extent[1])).translate(new Vector3(...origin));
        model.traverse((object) => {
          if (object instanceof Line || object instanceof Points) box.expandByObject(object);
        });
      }
      parts?.watch(draw, onMissing);
      tiles = parts;
      lines.visible = false;
      reset();
      if (asked !== undefined) lookFrom(asked);
    },
    camera: () => cameraOf(eye, container),
    view() {
      const { radius, phi, theta } = new Spherical().setFromVector3(eye.position.clone().sub(controls.target));
      const { x, y, z } = controls.target;
      return { azimuth: theta, polar: phi, zoom: wholeFrom(boundsOf(box).radius) / radius, middle: [x, y, z] };
    },
    lookFrom(view) {
      asked = view;
      lookFrom(view);
    },
    orbit,
    lookAt(place) {
      const shift = new Vector3(...place).sub(controls.target);
      controls.target.add(shift);
      eye.position.add(shift);
      controls.update();
      draw();
    },
    reset() {
      forget();
      reset();
    },
    resize,
    destroy() {
      cancelAnimationFrame(frame);
      endSize();
      window.removeEventListener('beforeprint', render);
      stopWatching();
      ending.abort();
      controls.dispose();
      unlight();
      tiles?.dispose();
      dispose(scene);
      renderer.dispose();
      // Browsers keep few contexts; a page that is left gives its own back at once.
      renderer.forceContextLoss();
      renderer.domElement.remove();
    },
  };
}

/** A sphere around a box that one can look at from outside, however little is in the box. */
function boundsOf(box: Box3): Sphere {
  if (box.isEmpty()) return new Sphere(new Vector3(), USUAL_RADIUS_M);
  const sphere = box.getBoundingSphere(new Sphere());
  return sphere.radius > 0 ? sphere : new Sphere(sphere.center, USUAL_RADIUS_M);
}

function linesOf(links: readonly (readonly [Vector, Vector])[], color: string): LineSegments {
  // From the first of them: numbers of 32 bits are decimetres apart a thousand kilometres away.
  const origin = new Vector3(...(links[0]?.[0] ?? [0, 0, 0]));
  const ends = links.flat().flatMap((place) => new Vector3(...place).sub(origin).toArray());
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(ends), 3));
  const lines = new LineSegments(geometry, new LineBasicMaterial({ color, transparent: true, opacity: 0.55 }));
  lines.position.copy(origin);
  return lines;
}

function cameraOf(
  eye: PerspectiveCamera,
  { clientWidth: width, clientHeight: height }: HTMLElement,
): Camera | undefined {
  if (width === 0 || height === 0) return undefined;
  eye.updateMatrixWorld();
  const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
  eye.matrixWorld.extractBasis(right, up, back);
  const list = ({ x, y, z }: Vector3): Vector => [x, y, z];
  return {
    position: list(eye.position),
    right: list(right),
    up: list(up),
    forward: list(back.negate()),
    tangent: Math.tan((eye.fov * Math.PI) / 360),
    width,
    height,
  };
}

/** Gives back what lies on the graphics card. */
function dispose(scene: Scene): void {
  scene.traverse((object) => {
    if (!(object instanceof Mesh || object instanceof Line || object instanceof Points)) return;
    object.geometry.dispose();
    for (const material of [object.material].flat()) {
      if (!(material instanceof Material)) continue;
      for (const value of Object.values(material)) if (value instanceof Texture) value.dispose();
      material.dispose();
    }
  });
}
