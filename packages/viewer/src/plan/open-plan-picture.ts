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
  /** Only what changed is drawn anew. */
  draw(frame: PlanFrame, content: PlanContent): void;
  close(): void;
}

const SVG = 'http://www.w3.org/2000/svg';
let pictures = 0;

/** @param container Filled with the picture, before anything else in it. */
export function openPlanPicture(container: HTMLElement, { grid }: { readonly grid: boolean }): PlanPicture {
  const svg = drawn('svg', { class: 'oh-plan-picture', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const squares = drawn('rect', {});
  if (grid) {
    // Pictures of one document share its names.
    pictures += 1;
    const id = `oh-plan-metre-${pictures}`;
    const pattern = drawn('pattern', { id, width: '1', height: '1', patternUnits: 'userSpaceOnUse' });
    pattern.append(drawn('path', { class: 'oh-plan-metre', d: 'M0 0H1M0 0V1' }));
    squares.setAttribute('fill', `url(#${id})`);
    svg.append(pattern, squares);
  }
  const furniture = drawn('path', { class: 'oh-plan-furniture' });
  const walls = drawn('path', { class: 'oh-plan-walls' });
  const ways = drawn('path', { class: 'oh-plan-ways' });
  svg.append(furniture, walls, ways);
  container.prepend(svg);
  adoptStyle(container, planStyle);
  let shown: PlanContent | undefined;

  return {
    draw({ x, z, width, depth }, content) {
      svg.setAttribute('viewBox', `${x} ${z} ${width} ${depth}`);
      const place = { x, y: z, width, height: depth };
      for (const [name, value] of Object.entries(place)) squares.setAttribute(name, String(value));
      if (content.cuts !== shown?.cuts) {
        furniture.setAttribute('d', content.cuts?.furniture ?? '');
        walls.setAttribute('d', content.cuts?.walls ?? '');
      }
      if (content.links !== shown?.links) ways.setAttribute('d', content.links.map(wayOf).join(''));
      shown = content;
    },
    close: () => svg.remove(),
  };
}

const wayOf = ([from, to]: readonly [Vector, Vector]): string =>
  `M${from[0].toFixed(2)} ${from[2].toFixed(2)}L${to[0].toFixed(2)} ${to[2].toFixed(2)}`;

function drawn(name: 'svg' | 'rect' | 'pattern' | 'path', attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
