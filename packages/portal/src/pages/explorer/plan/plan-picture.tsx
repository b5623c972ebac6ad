import type { PlanFrame, Vector } from '@openhouse/viewer/inside';
import styles from './plan.module.css';
import type { PlanCuts } from './plan-cuts.ts';

interface PlanPictureProps {
  readonly frame: PlanFrame;
  readonly cuts: PlanCuts | undefined;
  readonly links: readonly (readonly [Vector, Vector])[];
  /** Shows a metre of the floor in squares. */
  readonly grid?: boolean;
}

/** A floor from above: walls and furniture as far as there is a model, and the ways between the viewpoints. */
export function PlanPicture({ frame: { x, z, width, depth }, cuts, links, grid = false }: PlanPictureProps) {
  const ways = links.map(
    ([from, to]) => `M${from[0].toFixed(2)} ${from[2].toFixed(2)}L${to[0].toFixed(2)} ${to[2].toFixed(2)}`,
  );
  return (
    <svg
      className={styles.picture}
      viewBox={`${x} ${z} ${width} ${depth}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {grid && (
        <>
          <defs>
            <pattern id="plan-metre" width="1" height="1" patternUnits="userSpaceOnUse">
              <path className={styles.metre} d="M0 0H1M0 0V1" />
            </pattern>
          </defs>
          <rect x={x} y={z} width={width} height={depth} fill="url(#plan-metre)" />
        </>
      )}
      {cuts !== undefined && (
        <>
          <path className={styles.furniture} d={cuts.furniture} />
          <path className={styles.walls} d={cuts.walls} />
        </>
      )}
      <path className={styles.ways} d={ways.join('')} />
    </svg>
  );
}
