import {
  openPlanPicture,
  type PlanPicture as Picture,
  type PlanContent,
  type PlanFrame,
} from '@openhouse/viewer/inside';
import { useLayoutEffect, useRef } from 'react';

interface PlanPictureProps extends PlanContent {
  readonly frame: PlanFrame;
}

/** A floor from above, filling what is around it. */
export function PlanPicture({ frame, cuts, links }: PlanPictureProps) {
  const box = useRef<HTMLSpanElement>(null);
  const picture = useRef<Picture>(undefined);
  useLayoutEffect(() => {
    if (box.current === null) return;
    picture.current = openPlanPicture(box.current, { grid: false });
    return picture.current.close;
  }, []);
  useLayoutEffect(() => picture.current?.draw(frame, { cuts, links }), [frame, cuts, links]);
  return <span ref={box} />;
}
