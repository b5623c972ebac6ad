import { distance } from '../geometry/vector.ts';
import { canMeasure } from '../measure/can-measure.ts';
import type { CameraSource } from '../overlay/camera-source.ts';
import { loadMeasureCode } from '../parts.ts';
import type { MeasureChange, Mode } from '../tour-events.ts';
import type { SharedModel } from './shared-model.ts';
import type { ViewContext } from './view-context.ts';

interface MeasuringOptions {
  readonly context: ViewContext;
  readonly model: SharedModel;
  /** From where one looks in each of the views that one can measure in. */
  readonly cameras: Readonly<Record<'panorama' | 'model', CameraSource>>;
  readonly language: string;
  readonly onChange: (change: MeasureChange) => void;
}

/** Measuring between two places of a tour's model. */
export interface Measuring {
  readonly isMeasuring: boolean;
  /** Begins in a view, once the model is there; does nothing where one cannot measure. */
  begin(view: Mode): void;
  end(): void;
}

export function measuringOf({ context, model, cameras, language, onChange }: MeasuringOptions): Measuring {
  const { tour, stage, words } = context;
  let measuring: AbortController | undefined;

  const tell = (places: MeasureChange['places']) => {
    const [from, to] = places;
    const metres = from && to && distance(from, to);
    onChange({ isMeasuring: measuring !== undefined, places, metres });
  };
  const end = () => {
    if (measuring === undefined) return;
    measuring.abort();
    measuring = undefined;
    tell([]);
  };
  const open = async (view: 'panorama' | 'model', { signal }: AbortController) => {
    const [loaded, { openMeasure }] = await Promise.all([model.load(), loadMeasureCode()]);
    if (signal.aborted) return;
    if (loaded === undefined) {
      context.say(['panorama'], words.noModel);
      return end();
    }
    const opened = openMeasure({
      stage: stage.window,
      view: view === 'panorama' ? stage.inside : stage.outside,
      camera: cameras[view],
      model: loaded,
      words,
      language,
      onPlaces: tell,
      onEnd: end,
    });
    signal.addEventListener('abort', opened.close);
  };

  return {
    get isMeasuring() {
      return measuring !== undefined;
    },
    begin(view) {
      if (view === 'plan' || !canMeasure(tour, view)) return;
      const own = new AbortController();
      measuring = own;
      tell([]);
      // Keys go on from the stage: Enter on the button would end it.
      stage.window.focus({ preventScroll: true });
      stage.setBusy('measure', true);
      void open(view, own)
        .catch((error: unknown) => {
          model.fail(error);
          end();
        })
        .finally(() => stage.setBusy('measure', false));
    },
    end,
  };
}
