import { isInFrame, project, projectLine, rayThrough } from '../geometry/camera.ts';
import { distance, middleOf, type Vector } from '../geometry/vector.ts';
import { isForSlotted } from '../is-for-slotted.ts';
import type { LoadedModel } from '../model/loaded-model.ts';
import { adoptStyle } from '../overlay/adopt-style.ts';
import type { CameraSource } from '../overlay/camera-source.ts';
import { SLOP_PX } from '../overlay/pass-on-gestures.ts';
import type { Words } from '../words.ts';
import { hitModel } from './hit-model.ts';
import { measureStyle } from './measure-style.ts';
import { metresWriter } from './written-metres.ts';

interface MeasureOptions {
  /** Has the keys: Enter takes the place in the middle of the view, Escape ends. */
  readonly stage: HTMLElement;
  /** The view that is pressed, and that the length is drawn over. */
  readonly view: HTMLElement;
  readonly camera: CameraSource;
  readonly model: LoadedModel;
  readonly words: Words;
  /** As in `en` or `zh-CN`. */
  readonly language: string;
  /** Told of each place that was taken: one or two, in the tour's coordinates. */
  readonly onPlaces: (places: readonly Vector[]) => void;
  /** Somebody has had enough of it. */
  readonly onEnd: () => void;
}

/** Measures between two places on the surface of a model, over one of its views. */
export interface Measure {
  close(): void;
}

export function openMeasure(options: MeasureOptions): Measure {
  const { stage, view, camera, model, words, onPlaces, onEnd } = options;
  const written = metresWriter(options.language);
  const box = division('oh-measure');
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'oh-lines');
  svg.setAttribute('aria-hidden', 'true');
  const line = drawn('path', 'oh-measured');
  const ends = [drawn('circle', 'oh-end'), drawn('circle', 'oh-end')];
  for (const end of ends) end.setAttribute('r', '5');
  svg.append(line, ...ends);
  const length = division('oh-length');
  length.setAttribute('aria-hidden', 'true');
  const hint = division('oh-hint');
  hint.setAttribute('role', 'status');
  box.append(svg, length, division('oh-cross'), hint);
  view.append(box);
  view.dataset.measuring = '';
  adoptStyle(view, measureStyle);
  let places: readonly Vector[] = [];

  const draw = () => {
    const eye = camera.now();
    if (eye === undefined) return;
    line.setAttribute('d', projectLine(eye, places));
    for (const [at, end] of ends.entries()) {
      const point = places[at] && project(eye, places[at]);
      end.style.display = point === undefined ? 'none' : '';
      if (point !== undefined) end.setAttribute('transform', `translate(${point.x} ${point.y})`);
    }
    const middle = places.length === 2 ? project(eye, middleOf(places)) : undefined;
    length.hidden = middle === undefined || !isInFrame(eye, middle);
    if (middle !== undefined) length.style.transform = `translate(${middle.x}px, ${middle.y}px) translate(-50%, -50%)`;
  };
  /** @param x From the left of the view, and y from its top, in its own pixels. */
  const take = (x: number, y: number) => {
    const eye = camera.now();
    if (eye === undefined) return;
    const place = hitModel(model, eye.position, rayThrough(eye, { x, y }));
    if (place === undefined) {
      hint.textContent = words.measureMissed;
      return;
    }
    places = places.length === 2 ? [place] : [...places, place];
    const [from, to] = places;
    const metres = from && to && distance(from, to);
    length.textContent = metres === undefined ? '' : words.length(written(metres));
    hint.textContent = metres === undefined ? words.measureTo : words.measured(written(metres));
    draw();
    onPlaces(places);
  };
  hint.textContent = words.measureFrom;
  draw();
  const unlisten = camera.listen(draw);
  const ending = new AbortController();
  const { signal } = ending;
  onTap(
    view,
    ({ clientX, clientY }) => {
      // A page may zoom or scale what the view lies in: pointers are told in the page's pixels.
      const frame = view.getBoundingClientRect();
      const scale = view.clientWidth / frame.width;
      take((clientX - frame.left) * scale, (clientY - frame.top) * scale);
    },
    signal,
  );
  stage.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || isForSlotted(event, stage)) return;
      if (event.key === 'Escape') onEnd();
      // On a button, Enter is for the button.
      else if (event.key === 'Enter' && event.target === stage) take(view.clientWidth / 2, view.clientHeight / 2);
      else return;
      event.preventDefault();
    },
    { signal },
  );

  return {
    close() {
      ending.abort();
      unlisten();
      delete view.dataset.measuring;
      box.remove();
    },
  };
}

/** One pointer comes down and leaves where it came: what moves on, and two fingers, move the view. */
function onTap(view: HTMLElement, run: (event: PointerEvent) => void, signal: AbortSignal): void {
  let down: PointerEvent | undefined;
  view.addEventListener(
    'pointerdown',
    (event) => {
      down = event.isPrimary && event.button === 0 ? event : undefined;
    },
    { signal },
  );
  view.addEventListener(
    'pointerup',
    (event) => {
      const begun = down;
      down = undefined;
      if (begun?.pointerId !== event.pointerId) return;
      if (Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY) < SLOP_PX) run(event);
    },
    { signal },
  );
}

function division(className: string): HTMLDivElement {
  const made = document.createElement('div');
  made.className = className;
  return made;
}

function drawn<Name extends 'path' | 'circle'>(name: Name, className: string): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name);
  made.setAttribute('class', className);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';
