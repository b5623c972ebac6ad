import {
  type CameraSource,
  frameAround,
  linksOf,
  type PlanCuts,
  type Tour,
  type Viewpoint,
} from '@openhouse/viewer/inside';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import stage from '../stage.module.css';
import { PlanPicture } from './plan-picture.tsx';

interface MiniPlanProps {
  readonly tour: Tour;
  readonly at: Viewpoint;
  readonly cuts: PlanCuts | undefined;
  /** Where one looks; the cone turns with it. */
  readonly facing: CameraSource;
  readonly onOpen: () => void;
}

/** Reach of the cone of sight, in metres of a small plan, as a share of its width. */
const CONE = 0.22;
/** Flatter or higher plans than this would cover too much of the picture. */
const LEAST_ASPECT = 0.8;

/** The plan in the corner of the panorama: where one stands and looks. A press opens the plan. */
export function MiniPlan({ tour, at, cuts, facing, onOpen }: MiniPlanProps) {
  const { t } = useTranslation();
  const cone = useRef<SVGPathElement>(null);
  const onFloor = useMemo(() => tour.viewpoints.filter(({ floor }) => floor === at.floor), [tour, at.floor]);
  const frame = useMemo(() => {
    const { x, z, width, depth } = frameAround(onFloor.map(({ place }) => place));
    const wide = Math.max(width, depth * LEAST_ASPECT);
    return { x: x - (wide - width) / 2, z, width: wide, depth };
  }, [onFloor]);
  const links = useMemo(
    () =>
      linksOf(tour)
        .filter(([from, to]) => from.floor === at.floor && to.floor === at.floor)
        .map(([from, to]) => [from.place, to.place] as const),
    [tour, at.floor],
  );
  const reach = frame.width * CONE;
  useEffect(() => {
    const turn = () => {
      const camera = facing.now();
      if (camera === undefined) return;
      const degrees = (Math.atan2(camera.forward[0], -camera.forward[2]) * 180) / Math.PI;
      const half = camera.tangent * (camera.width / camera.height);
      const side = Math.min(half, 2) * reach;
      cone.current?.setAttribute('d', `M0 0L${-side} ${-reach}Q0 ${-reach * 1.25} ${side} ${-reach}Z`);
      cone.current?.setAttribute('transform', `translate(${at.place[0]} ${at.place[2]}) rotate(${degrees})`);
    };
    turn();
    return facing.listen(turn);
  }, [facing, at, reach]);
  const dot = frame.width / 48;
  return (
    <button type="button" className={stage.mini} data-covers="" aria-label={t('explorer.openPlan')} onClick={onOpen}>
      <span className={stage.miniPicture} style={{ display: 'block', aspectRatio: `${frame.width} / ${frame.depth}` }}>
        <PlanPicture frame={frame} cuts={cuts} links={links} />
        <svg viewBox={`${frame.x} ${frame.z} ${frame.width} ${frame.depth}`} aria-hidden="true">
          <path ref={cone} className={stage.miniCone} />
          {onFloor.map(({ key, place }) => (
            <circle key={key} className={stage.miniDots} cx={place[0]} cy={place[2]} r={dot} />
          ))}
          <circle className={stage.miniHere} cx={at.place[0]} cy={at.place[2]} r={dot * 1.6} />
        </svg>
      </span>
    </button>
  );
}
