import { areasIn } from '../geometry/area.ts';
import { type Camera, isInFrame, type PicturePoint, project, projectLine } from '../geometry/camera.ts';
import type { Tour, Viewpoint } from '../tour/tour.ts';
import { adoptStyle } from './adopt-style.ts';
import type { CameraSource } from './camera-source.ts';
import { keepWordsInside } from './keep-words-inside.ts';
import { layOut, type Placed, type Spot } from './lay-out.ts';
import type { Drawing, Mark } from './marks.ts';
import { openCrowd } from './open-crowd.ts';
import { overlayStyle } from './overlay-style.ts';
import { passOnGestures } from './pass-on-gestures.ts';
import { placeMark } from './place-mark.ts';

interface OverlayOptions {
  /** Filled with the overlay; anything else in it stays. */
  readonly container: HTMLElement;
  readonly tour: Tour;
  readonly camera: CameraSource;
  /** How viewpoints look: rings on the floor one stands on, or numbered dots seen from outside. */
  readonly viewpoints: 'rings' | 'dots';
  /** @returns What a mark is called where it is read aloud; the index is that of a viewpoint. */
  readonly nameOf: (mark: Mark, index: number | undefined) => string;
  /** @returns What so many things at one place are called. */
  readonly nameOfMany: (count: number) => string;
  readonly onPick: (key: string) => void;
  /** @returns Elements that cover the view, such as its buttons: words are placed beside them. */
  readonly covers: () => Iterable<Element>;
}

/** Marks and lines over a view: the same in all views, each where its camera sees it, as far as there is room. */
export interface Overlay {
  /** What stays keeps its element, and with it the focus. */
  draw(drawing: Drawing): void;
  close(): void;
}

/** What is in the document for a mark; made when the mark first shows. */
interface Shown {
  readonly button: HTMLButtonElement;
  readonly count: HTMLSpanElement;
  /** Ids of the marks that it counts besides itself. */
  members: readonly string[];
  /** How far its words are moved to the right, in pixels; undefined before they were placed. */
  shift: number | undefined;
}

interface Seen {
  readonly mark: Mark;
  readonly point: PicturePoint;
}

export function openOverlay(options: OverlayOptions): Overlay {
  const { container, tour, camera, viewpoints, nameOf, nameOfMany, onPick, covers } = options;
  const box = document.createElement('div');
  box.className = 'oh-overlay';
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'oh-lines');
  svg.setAttribute('aria-hidden', 'true');
  const specks = pathOf('specks');
  svg.append(specks);
  box.append(svg);
  container.append(box);
  adoptStyle(container, overlayStyle);
  const elements = new Map<string, Shown>();
  const lines = new Map<string, SVGPathElement>();
  const sizes = new Map<string, NonNullable<Spot['words']>>();
  let shown: Drawing = { marks: [], strokes: [] };
  let byId: ReadonlyMap<string, Mark> = new Map();
  const crowd = openCrowd(box);
  passOnGestures(box);
  keepWordsInside(box);

  const nameOfMark = (mark: Mark) => nameOf(mark, indexOf(mark));
  const indexOf = ({ kind, picks }: Mark) =>
    kind === 'viewpoint' ? (tour.byKey.get(picks) as Viewpoint).index : undefined;
  const press = (mark: Mark) => {
    const members = elements.get(mark.id)?.members ?? [];
    if (members.length === 0) return onPick(mark.picks);
    const marks = [mark, ...members.flatMap((id) => byId.get(id) ?? [])];
    const places = marks.map((one) => ({ name: nameOfMark(one), run: () => onPick(one.picks) }));
    crowd.open(nameOfMany(marks.length), places, elements.get(mark.id)?.button);
  };
  const make = (mark: Mark): Shown => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'oh-mark';
    button.dataset.thing = mark.id;
    button.dataset.kind = mark.kind;
    button.addEventListener('click', () => press(byId.get(mark.id) ?? mark));
    const anchor = span('oh-anchor');
    anchor.dataset.anchor = '';
    const count = span('oh-count');
    button.append(anchor);
    const index = indexOf(mark);
    button.setAttribute('aria-label', nameOfMark(mark));
    if (index !== undefined) button.dataset.look = viewpoints;
    const isDot = index !== undefined && viewpoints === 'dots';
    const words = isDot || mark.text === '' ? index?.toString() : mark.text;
    if (words !== undefined) {
      const text = span(isDot ? 'oh-number' : 'oh-words', words);
      // Of words that are too long the end is left out, in either direction of writing.
      text.dir = 'auto';
      button.append(text);
    }
    button.append(count);
    dress(button, mark);
    return { button, count, members: [], shift: undefined };
  };
  /** Puts the elements of marks that show for the first time where the order of the marks has them. */
  const insert = (wanted: ReadonlySet<string>) => {
    let before: Element = svg;
    for (const mark of shown.marks) {
      let element = elements.get(mark.id);
      if (element === undefined) {
        if (!wanted.has(mark.id)) continue;
        element = make(mark);
        elements.set(mark.id, element);
        before.after(element.button);
      }
      before = element.button;
    }
  };
  let measuredIn = 0;
  /** Words are measured once for each width of the view, as the page's fonts and style make them. */
  const measure = (seen: readonly Seen[]) => {
    const unmeasured = seen.filter(({ mark }) => mark.isOpen && mark.text !== '' && !sizes.has(mark.id));
    if (unmeasured.length === 0) return;
    insert(new Set(unmeasured.map(({ mark }) => mark.id)));
    for (const { mark } of unmeasured) setHidden(elements.get(mark.id), false);
    for (const { mark } of unmeasured) {
      const words = elements.get(mark.id)?.button.querySelector<HTMLElement>('.oh-words');
      if (words) sizes.set(mark.id, { width: words.offsetWidth, height: words.offsetHeight });
    }
  };
  const spotOf = ({ mark, point }: Seen, focused: string | undefined): Spot => ({
    id: mark.id,
    x: point.x,
    y: point.y,
    role: roleOf(mark, viewpoints),
    words: mark.isOpen ? sizes.get(mark.id) : undefined,
    isPinned: mark.isSelected || mark.isHere || mark.id === focused,
  });
  const repaint = () => {
    const eye = camera.now();
    // What has no size is hidden, and hiding takes the focus. In a hidden view words have no width: they are laid out when it shows.
    if (eye === undefined || !container.isConnected || container.clientWidth === 0) return;
    const seen = shown.marks.flatMap((mark) => {
      const point = project(eye, mark.place);
      return point !== undefined && isInFrame(eye, point) ? { mark, point } : [];
    });
    if (measuredIn !== eye.width) sizes.clear();
    measuredIn = eye.width;
    measure(seen);
    const root = box.getRootNode() as Document | ShadowRoot;
    const focused = root.activeElement?.closest<HTMLElement>('.oh-mark')?.dataset.thing;
    const placed = layOut(
      seen.map((one) => spotOf(one, focused)),
      areasIn(box, covers()),
      { left: 0, top: 0, right: eye.width, bottom: eye.height },
    );
    insert(new Set([...placed].flatMap(([id, { kind }]) => (kind === 'shown' ? id : []))));
    for (const [id, element] of elements) if (placed.get(id)?.kind !== 'shown') setHidden(element, true);
    let path = '';
    for (const { mark, point } of seen) {
      const place = placed.get(mark.id);
      if (place?.kind === 'speck') path += `M${point.x.toFixed(1)} ${point.y.toFixed(1)}h0`;
      else if (place?.kind === 'shown') put(mark, point, place, eye);
    }
    specks.setAttribute('d', path);
    for (const stroke of shown.strokes) lines.get(stroke.id)?.setAttribute('d', projectLine(eye, stroke.places));
  };
  const put = (mark: Mark, point: PicturePoint, place: Extract<Placed, { kind: 'shown' }>, eye: Camera) => {
    const element = elements.get(mark.id);
    if (element === undefined) return;
    const { button, count, members } = element;
    setHidden(element, false);
    placeMark(button, eye, mark, point);
    if (button.dataset.open !== place.words) {
      if (place.words === undefined) delete button.dataset.open;
      else {
        button.dataset.open = place.words;
        // What the pointer had set.
        delete button.dataset.side;
        element.shift = undefined;
      }
    }
    if (place.words !== undefined && element.shift !== place.shift) {
      element.shift = place.shift;
      button.style.setProperty('--shift', `${place.shift.toFixed(1)}px`);
    }
    if (members.length !== place.for.length) {
      const many = place.for.length + 1;
      // No text: what is read aloud is the button's name, which says the words that show as well.
      if (many === 1) delete count.dataset.count;
      else count.dataset.count = many > MOST_COUNTED ? `${MOST_COUNTED}+` : String(many);
      button.toggleAttribute('data-many', many > 1);
      const name = nameOfMark(mark);
      button.setAttribute('aria-label', many === 1 ? name : `${nameOfMany(many)}: ${name} …`);
    }
    element.members = place.for;
  };
  const unlisten = camera.listen(() => {
    crowd.close();
    repaint();
  });
  void document.fonts?.ready.then(() => {
    sizes.clear();
    if (box.isConnected) repaint();
  });

  return {
    draw(drawing) {
      shown = drawing;
      byId = new Map(drawing.marks.map((mark) => [mark.id, mark]));
      crowd.close();
      for (const [id, { button }] of elements) {
        if (byId.has(id)) continue;
        button.remove();
        elements.delete(id);
      }
      const strokes = new Set(drawing.strokes.map(({ id }) => id));
      for (const [id, path] of lines) {
        if (strokes.has(id)) continue;
        path.remove();
        lines.delete(id);
      }
      for (const stroke of drawing.strokes) {
        const path = lines.get(stroke.id) ?? pathOf(stroke.kind);
        lines.set(stroke.id, path);
        path.toggleAttribute('data-selected', stroke.isSelected);
        svg.append(path);
      }
      let before: Element = svg;
      for (const mark of drawing.marks) {
        const button = elements.get(mark.id)?.button;
        if (button === undefined) continue;
        dress(button, mark);
        // An element that is moved loses the focus.
        if (before.nextSibling !== button) before.after(button);
        before = button;
      }
      repaint();
    },
    close() {
      unlisten();
      box.remove();
    },
  };
}

/** More than this is written as this and a plus, so that it stays inside its dot. */
const MOST_COUNTED = 999;

function roleOf({ kind }: Mark, viewpoints: OverlayOptions['viewpoints']): Spot['role'] {
  if (kind === 'viewpoint') return viewpoints === 'dots' ? 'way' : 'free';
  return kind === 'label' || kind === 'length' ? 'name' : 'point';
}

function dress(button: HTMLButtonElement, { isSelected, isHere }: Mark): void {
  if (isSelected || isHere) button.setAttribute('aria-current', isHere ? 'location' : 'true');
  else button.removeAttribute('aria-current');
}

function setHidden(element: Shown | undefined, isHidden: boolean): void {
  if (element !== undefined && element.button.hidden !== isHidden) element.button.hidden = isHidden;
}

function span(className: string, text = ''): HTMLSpanElement {
  const made = document.createElement('span');
  made.className = className;
  made.textContent = text;
  return made;
}

function pathOf(kind: string): SVGPathElement {
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('class', `oh-${kind}`);
  return path;
}

const SVG = 'http://www.w3.org/2000/svg';
