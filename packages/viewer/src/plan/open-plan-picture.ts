import type { PlanFrame } from '../geometry/plan.ts';
import type { Vector } from '../geometry/vector.ts';
import { adoptStyle } from '../overlay/adopt-style.ts';
import type { PlanCuts } from './cut-plan.ts';
import { planStyle } from './plan-style.ts';

/** What lies on a floor. */
export interface PlanContent {
  /** Undefined where there is no model. */
  readonly cuts: PlanCuts | undefined;
  readonly links: readonly (readonly [Vector, Vector])[];
}

/** A floor from above: walls and furniture as far as there is a model, and the ways between the viewpoints. */
export interface PlanPicture {
  /** Only what changed is redrawn. */
  draw(frame: PlanFrame, content: PlanContent): void;
  close(): void;
}

const SVG = 'http://www.w3.org/2000/svg';
let pictures = 0;

/** @param container Filled with the picture, before anything else in it. */
export function openPlanPicture(container: HTMLElement, { grid }: { readonly grid: boolean }): PlanPicture {
  const svg = drawn('svg', { class: 'oh-plan-picture', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const squares = drawn('rect', {});
  // Pictures of one document share its names.
  pictures += 1;
  const id = `oh-plan-metre-${pictures}`;
  const pattern = drawn('pattern', { id, patternUnits: 'userSpaceOnUse' });
  const square = drawn('path', { class: 'oh-plan-metre' });
  pattern.append(square);
  squares.setAttribute('fill', `url(#${id})`);
  if (grid) svg.append(pattern, squares);
  const furniture = drawn('path', { class: 'oh-plan-furniture' });
  const walls = drawn('path', { class: 'oh-plan-walls' });
  const ways = drawn('path', { class: 'oh-plan-ways' });
  svg.append(furniture, walls, ways);
  container.prepend(svg);
  adoptStyle(container, planStyle);
  let shown: PlanContent | undefined;
  let origin: Origin | undefined;

  return {
    draw({ x, z, width, depth }, content) {
      // A browser draws with numbers of 32 bits, which are decimetres apart a thousand kilometres away.
      origin ??= { x: Math.round(x), z: Math.round(z) };
      const place = { x: x - origin.x, y: z - origin.z, width, height: depth };
      svg.setAttribute('viewBox', Object.values(place).join(' '));
      set(squares, place);
      const step = squareOf(Math.max(width, depth));
      set(pattern, { x: -origin.x % step, y: -origin.z % step, width: step, height: step });
      set(square, { d: `M0 0H${step}M0 0V${step}` });
      if (content.cuts !== shown?.cuts) {
        const { cuts } = content;
        for (const [path, d] of [
          [furniture, cuts?.furniture],
          [walls, cuts?.walls],
        ] as const) {
          set(path, { d: d ?? '' });
          if (cuts) set(path, { transform: `translate(${cuts.origin[0] - origin.x} ${cuts.origin[2] - origin.z})` });
        }
      }
      if (content.links !== shown?.links) {
        const from = origin;
        set(ways, { d: content.links.map((link) => wayOf(link, from)).join('') });
      }
      shown = content;
    },
    close: () => svg.remove(),
  };
}

/** Where a picture's own numbers begin, in whole metres of the world. */
interface Origin {
  readonly x: number;
  readonly z: number;
}

const wayOf = (ends: readonly [Vector, Vector], origin: Origin): string =>
  `M${ends.map(([x, , z]) => `${x - origin.x} ${z - origin.z}`).join('L')}`;

/** More squares than this in a row are a grey. */
const MOST_SQUARES = 80;

/** @returns How long the sides of the squares are in a plan of so many metres: a metre, or the next power of ten. */
function squareOf(metres: number): number {
  return 10 ** Math.max(0, Math.ceil(Math.log10(metres / MOST_SQUARES)));
}

type Attributes = Readonly<Record<string, string | number>>;

function drawn(name: 'svg' | 'rect' | 'pattern' | 'path', attributes: Attributes): SVGElement {
  const made = document.createElementNS(SVG, name);
  set(made, attributes);
  return made;
}

function set(element: SVGElement, attributes: Attributes): void {
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
}
