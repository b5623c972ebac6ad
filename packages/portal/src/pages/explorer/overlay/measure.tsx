import { type CameraSource, type LoadedModel, loadMeasureCode, wordsOf } from '@openhouse/viewer/inside';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../../../api/load-code.ts';

/** Measuring in a model, as a view wants it. */
export interface MeasureProps {
  readonly model: LoadedModel;
  /** Has the keys. */
  readonly stage: RefObject<HTMLElement | null>;
  readonly onEnd: () => void;
}

interface Props extends MeasureProps {
  /** The view that is pressed. */
  readonly view: RefObject<HTMLElement | null>;
  readonly camera: CameraSource;
}

/** Measures between two places of a model, over one of its views. */
export function Measure({ model, stage, onEnd, view, camera }: Props) {
  const { language } = useTranslation().i18n;
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    const ending = new AbortController();
    void loadCode(loadMeasureCode)
      .then(({ openMeasure }) => {
        if (ending.signal.aborted || stage.current === null || view.current === null) return;
        const opened = openMeasure({
          stage: stage.current,
          view: view.current,
          camera,
          model,
          words: wordsOf(language),
          language,
          onPlaces: () => {},
          onEnd: () => ended.current(),
        });
        ending.signal.addEventListener('abort', opened.close);
      })
      .catch(() => ended.current());
    return () => ending.abort();
  }, [model, stage, view, camera, language]);
  return null;
}
