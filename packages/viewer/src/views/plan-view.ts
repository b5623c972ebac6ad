import type { PlanLook } from '../commands.ts';
import { isInView } from '../geometry/camera.ts';
import type { Vector } from '../geometry/vector.ts';
import { movedCamera } from '../overlay/camera-source.ts';
import { drawingFromOutside } from '../overlay/marks.ts';
import type { planCutter } from '../plan/cut-plan.ts';
import type { PlanStage } from '../plan/open-plan-stage.ts';
import type { SharedModel } from './shared-model.ts';
import { codeLoader, everything, overlayOf, type ViewContext } from './view-context.ts';

/** A tour from above: the plan of one floor. */
export interface PlanView {
  /** Null until its code is there. */
  readonly current: PlanStage | null;
  /** Loads what it lacks of what it shows. */
  open(): Promise<void>;
  setFloor(floor: number): void;
  /** What one looks at, or will look at; undefined before anything was asked for. */
  look(): PlanLook | undefined;
  /** Undefined for everything in view. */
  lookFrom(look: PlanLook | undefined): void;
  /** Moves a place into view, unless it is. */
  reveal(place: Vector): void;
  /** Draws the marks again. */
  draw(): void;
}

export function planView(context: ViewContext, model: SharedModel): PlanView {
  const { tour, stage, words } = context;
  const camera = movedCamera();
  const loadCode = codeLoader(context, 'plan', loadPlanCode);
  let isOpening = false;
  let hasModel = false;
  let opened: PlanStage | null = null;
  let cutterOf: typeof planCutter | undefined;
  let cut: ReturnType<typeof planCutter> | undefined;
  let overlay: ReturnType<typeof overlayOf> | undefined;
  let wanted: PlanLook | undefined;
  let floor = 0;

  const draw = () =>
    overlay?.draw(
      drawingFromOutside({ tour, layers: everything, selected: context.selected(), at: context.at()?.index }, floor),
    );
  /** With walls once the model is there. */
  const drawFloor = () => {
    opened?.setFloor(floor, cut?.(floor));
    draw();
  };
  const openStage = async () => {
    const code = await loadCode();
    if (code === undefined) return;
    cutterOf = code.planCutter;
    opened = code.openPlanStage({
      container: stage.above,
      tour,
      onMove: () => {
        camera.move(opened?.camera());
        context.moved('plan');
      },
      covers: () => stage.covers,
    });
    opened.lookFrom(wanted);
    overlay = overlayOf(context, stage.above, camera, 'dots');
    drawFloor();
  };
  const takeModel = async () => {
    const loaded = await model.load();
    if (loaded === undefined) return;
    hasModel = true;
    cut = cutterOf?.(loaded, tour);
    if (tour.viewpoints.length === 0 && loaded.triangles.length === 0) context.say(['plan'], words.noPlan);
    drawFloor();
  };

  return {
    get current() {
      return opened;
    },
    async open() {
      if (isOpening || hasModel) return;
      isOpening = true;
      stage.setBusy('plan', true);
      try {
        if (opened === null) await openStage();
        if (opened !== null) await takeModel();
      } catch (error) {
        model.fail(error);
      }
      isOpening = false;
      stage.setBusy('plan', false);
    },
    setFloor(to) {
      floor = to;
      drawFloor();
    },
    look: () => opened?.look() ?? wanted,
    lookFrom(look) {
      wanted = look;
      opened?.lookFrom(look);
    },
    reveal(place) {
      const height = opened?.camera();
      if (height !== undefined && !isInView(height, place)) opened?.lookAt(place);
    },
    draw,
  };
}

/** Apart from the other parts: the explorer has it at once. */
const loadPlanCode = () => import('../plan/plan-code.ts');
