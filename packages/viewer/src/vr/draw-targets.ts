import type { Axes } from '../geometry/camera.ts';
import { plus, type Vector } from '../geometry/vector.ts';
import type { Mark } from '../overlay/marks.ts';
import type { Tour, Viewpoint } from '../tour/tour.ts';
import { markPictures } from './draw-pictures.ts';
import { openPlates } from './plates.ts';
import type { Target } from './targets.ts';

/** Where somebody points, in the tour's world. */
export interface Ray {
  readonly axes: Axes;
  /** Of the hand, seen from the eye, in metres; undefined for who points with the eyes. */
  readonly from: Vector | undefined;
}

/** What lies over the pictures. */
interface Shown {
  readonly targets: readonly Target[];
  /** Those that somebody points at; undefined for a ray that meets none. */
  readonly pointed: ReadonlySet<Target | undefined>;
  readonly rays: readonly Ray[];
}

/** Draws what lies over the pictures in a headset. */
export interface TargetDrawer {
  /** Draws for an eye, into the framebuffer and the viewport that are bound. */
  draw(eye: Axes, projection: Float32Array, shown: Shown): void;
  close(): void;
}
/** Half of the height of words, and of the width of what marks the aim, at a distance of 1. */
const WORDS = 0.024;
const AIM = 0.01;
/** Between a mark and its words. */
const ABOVE = 0.012;
/** Half of a ray's thickness at the hand, in metres. */
const RAY_M = 0.004;

/** @param element Whose style has the colours. */
export function targetDrawer(gl: WebGL2RenderingContext, element: Element, tour: Tour): TargetDrawer {
  const plates = openPlates(gl);
  const pictures = markPictures(element);
  const textOf = ({ kind, text, picks }: Mark) =>
    kind === 'viewpoint' && text === '' ? String((tour.byKey.get(picks) as Viewpoint).index) : text;
  const pictureOf = ({ kind, isSelected }: Mark, isPointedAt: boolean) =>
    kind === 'viewpoint'
      ? plates.picture(`ring ${isPointedAt}`, () => pictures.ring(isPointedAt))
      : plates.picture(`dot ${isSelected}`, () => pictures.dot(isSelected));
  const putWords = ({ mark, forward, right, up, height }: Target) => {
    const text = textOf(mark);
    if (text === '') return;
    const picture = plates.picture(`words ${text}`, () => pictures.words(text));
    const above = plus(forward, up, height + ABOVE + WORDS);
    plates.put(picture, { right, up, forward: above }, WORDS * picture.ratio, WORDS);
  };
  return {
    draw(eye, projection, { targets, pointed, rays }) {
      plates.begin(eye, projection);
      for (const target of targets)
        plates.put(pictureOf(target.mark, pointed.has(target)), target, target.width, target.height);
      for (const target of targets)
        if (pointed.has(target) || (target.mark.isSelected && target.mark.isOpen)) putWords(target);
      for (const { axes, from } of rays) {
        if (from !== undefined) plates.ray(plates.picture('ray', pictures.ray), from, axes, RAY_M);
        plates.put(plates.picture('aim', pictures.aim), axes, AIM, AIM);
      }
      plates.end();
    },
    close: plates.close,
  };
}
