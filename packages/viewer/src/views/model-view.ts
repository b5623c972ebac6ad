import { isInView } from '../geometry/camera.ts';
import type { Vector } from '../geometry/vector.ts';
import type { ModelStage, OutsideView } from '../model/open-model-stage.ts';
import { type CameraSource, movedCamera } from '../overlay/camera-source.ts';
import { drawingFromOutside } from '../overlay/marks.ts';
import { loadStageCode } from '../parts.ts';
import { linksOf } from '../tour/links.ts';
import type { SharedModel } from './shared-model.ts';
import { codeLoader, everything, overlayOf, type ViewContext } from './view-context.ts';

/** A tour from outside: the doll's house. */
export interface ModelView {
  /** Null until its code is there, and without WebGL. */
  readonly current: ModelStage | null;
  /** Loads what it lacks of what it shows. */
  open(): Promise<void>;
  /** The camera, or the one requested next; undefined before the first request. */
  view(): OutsideView | undefined;
  /** Undefined for everything in view. */
  lookFrom(view: OutsideView | undefined): void;
  /** Moves a place into view, unless it is. */
  reveal(place: Vector): void;
  /** Where one looks from. */
  readonly camera: CameraSource;
  /** Draws the marks again. */
  draw(): void;
}

export function modelView(context: ViewContext, model: SharedModel): ModelView {
  const { tour, stage } = context;
  const camera = movedCamera();
  const loadCode = codeLoader(context, 'model', loadStageCode);
  let isOpening = false;
  let hasModel = false;
  let opened: ModelStage | null = null;
  let overlay: ReturnType<typeof overlayOf> | undefined;
  let wanted: OutsideView | undefined;

  const draw = () =>
    overlay?.draw(
      drawingFromOutside(
        { tour, layers: everything, selected: context.selected(), at: context.at()?.index },
        undefined,
      ),
    );
  const openStage = async (): Promise<void> => {
    const code = await loadCode();
    if (code === undefined) return;
    opened = code.openModelStage({
      container: stage.outside,
      places: [...tour.byKey.values()].map(({ place }) => place),
      links: linksOf(tour).map(([from, to]) => [from.place, to.place] as const),
      onMove: () => {
        camera.move(opened?.camera());
        context.moved('model');
      },
      onGone() {
        overlay?.close();
        overlay = undefined;
        opened?.destroy();
        opened = null;
        context.withoutWebgl('The WebGL context was lost.');
      },
    });
    if (wanted !== undefined) opened.lookFrom(wanted);
    overlay = overlayOf(context, stage.outside, camera, 'dots');
    draw();
  };

  return {
    get current() {
      return opened;
    },
    async open() {
      if (isOpening || hasModel) return;
      isOpening = true;
      stage.setBusy('model', true);
      if (opened === null) await openStage().catch(context.withoutWebgl);
      if (opened !== null) {
        const loaded = await model.load();
        if (loaded !== undefined) {
          hasModel = true;
          opened?.add(loaded, model.lack);
        }
      }
      isOpening = false;
      stage.setBusy('model', false);
    },
    view: () => opened?.view() ?? wanted,
    lookFrom(view) {
      wanted = view;
      if (view === undefined) opened?.reset();
      else opened?.lookFrom(view);
    },
    reveal(place) {
      const eye = opened?.camera();
      if (eye !== undefined && !isInView(eye, place)) opened?.lookAt(place);
    },
    camera,
    draw,
  };
}
