import { type Camera, isInFrame, type PicturePoint, project, projectLine } from '../geometry/camera.ts';
import type { Mark, Stroke } from './marks.ts';

/** Metres across of the ring that lies on the floor where one can walk to. */
const RING_M = 0.5;
/** Bounds of a ring's width on the screen, in pixels: it can be pressed far away and hides nothing near by. */
const RING_PX = { min: 26, max: 120 } as const;
/** A ring never looks flatter than this. */
const FLATTEST = 0.22;

/** Puts every element where its place shows now. What does not show takes no focus and no press either. */
export function paint(
  camera: Camera | undefined,
  marks: readonly Mark[],
  strokes: readonly Stroke[],
  elements: ReadonlyMap<string, HTMLElement | SVGPathElement>,
): void {
  for (const mark of marks) {
    const element = elements.get(mark.id);
    if (element === undefined) continue;
    const point = camera === undefined ? undefined : project(camera, mark.place);
    const shows = camera !== undefined && point !== undefined && isInFrame(camera, point);
    element.style.visibility = shows ? '' : 'hidden';
    if (shows) place(element, camera, mark, point);
  }
  for (const stroke of strokes) {
    elements
      .get(`line:${stroke.id}`)
      ?.setAttribute('d', camera === undefined ? '' : projectLine(camera, stroke.places));
  }
}

/** Nearer marks lie above those further away, in steps of a decimetre, and all below the controls of the view. */
const LAYERS = 500;

function place(element: HTMLElement | SVGPathElement, camera: Camera, mark: Mark, { x, y, depth }: PicturePoint): void {
  const { style } = element;
  style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
  style.zIndex = String(
    Math.max(1, LAYERS - Math.min(LAYERS - 1, Math.round(depth * 10))) + (mark.isSelected ? LAYERS : 0),
  );
  if (mark.kind !== 'viewpoint') return;
  const across = (RING_M * camera.height) / 2 / camera.tangent / depth;
  const size = Math.min(RING_PX.max, Math.max(RING_PX.min, across));
  const below =
    (camera.position[1] - mark.place[1]) /
    Math.max(0.01, Math.hypot(...camera.position.map((value, axis) => value - (mark.place[axis] ?? 0))));
  style.setProperty('--ring', `${size.toFixed(1)}px`);
  style.setProperty('--flat', Math.min(1, Math.max(FLATTEST, below)).toFixed(3));
}
