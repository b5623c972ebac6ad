import type { Tour, Viewpoint } from '../tour/tour.ts';
import { adoptStyle } from './adopt-style.ts';
import type { CameraSource } from './camera-source.ts';
import type { Drawing, Mark, Stroke } from './marks.ts';
import { overlayStyle } from './overlay-style.ts';
import { paint } from './paint.ts';

interface OverlayOptions {
  /** Filled with the overlay; anything else in it stays. */
  readonly container: HTMLElement;
  readonly tour: Tour;
  readonly camera: CameraSource;
  /** How viewpoints look: rings on the floor one stands on, or numbered dots seen from outside. */
  readonly viewpoints: 'rings' | 'dots';
  /** @returns What a mark is called where it is read aloud; the index is that of a viewpoint. */
  readonly nameOf: (mark: Mark, index: number | undefined) => string;
  readonly onPick: (key: string) => void;
}

/** Marks and lines over a view: the same in all views, each where its camera sees it. */
export interface Overlay {
  /** What stays keeps its element, and with it the focus. */
  draw(drawing: Drawing): void;
  close(): void;
}

export function openOverlay({ container, tour, camera, viewpoints, nameOf, onPick }: OverlayOptions): Overlay {
  const box = document.createElement('div');
  box.className = 'oh-overlay';
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'oh-lines');
  svg.setAttribute('aria-hidden', 'true');
  box.append(svg);
  container.append(box);
  adoptStyle(container, overlayStyle);
  const elements = new Map<string, HTMLElement | SVGPathElement>();
  let shown: Drawing = { marks: [], strokes: [] };
  const repaint = () => paint(camera.now(), shown.marks, shown.strokes, elements);
  const unlisten = camera.listen(repaint);

  const buttonOf = (mark: Mark): HTMLElement => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'oh-mark';
    button.dataset.thing = mark.id;
    button.dataset.kind = mark.kind;
    button.addEventListener('click', () => onPick(mark.picks));
    const anchor = document.createElement('span');
    anchor.className = 'oh-anchor';
    anchor.dataset.anchor = '';
    button.append(anchor);
    const index = mark.kind === 'viewpoint' ? (tour.byKey.get(mark.picks) as Viewpoint).index : undefined;
    button.setAttribute('aria-label', nameOf(mark, index));
    if (index !== undefined) button.dataset.look = viewpoints;
    const isDot = index !== undefined && viewpoints === 'dots';
    const words = isDot || mark.text === '' ? index?.toString() : mark.text;
    if (words !== undefined) {
      const text = document.createElement('span');
      text.className = isDot ? 'oh-number' : 'oh-words';
      text.textContent = words;
      button.append(text);
    }
    return button;
  };
  const pathOf = ({ kind }: Stroke): SVGPathElement => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', `oh-${kind}`);
    return path;
  };

  return {
    draw(drawing) {
      shown = drawing;
      const wanted = new Set([...drawing.marks.map(({ id }) => id), ...drawing.strokes.map(({ id }) => lineId(id))]);
      for (const [id, element] of elements) {
        if (wanted.has(id)) continue;
        element.remove();
        elements.delete(id);
      }
      for (const stroke of drawing.strokes) {
        const path = elements.get(lineId(stroke.id)) ?? pathOf(stroke);
        elements.set(lineId(stroke.id), path);
        path.toggleAttribute('data-selected', stroke.isSelected);
        svg.append(path);
      }
      let before: Element = svg;
      for (const mark of drawing.marks) {
        const button = elements.get(mark.id) ?? buttonOf(mark);
        elements.set(mark.id, button);
        button.toggleAttribute('data-open', mark.isOpen);
        if (mark.isSelected) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
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

const SVG = 'http://www.w3.org/2000/svg';
const lineId = (id: string) => `line:${id}`;
