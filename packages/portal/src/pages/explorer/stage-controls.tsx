import {
  type CameraSource,
  type Command,
  type Controls,
  openControls,
  type ViewName,
  wordsOf,
} from '@openhouse/viewer/inside';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './stage.module.css';

interface StageControlsProps {
  /** Filled with the buttons while they are there. */
  readonly controls: RefObject<Controls | null>;
  readonly stage: RefObject<HTMLElement | null>;
  readonly view: ViewName;
  /** Where one looks; the compass turns with it. */
  readonly facing: CameraSource;
  /** Undefined where there is no route to walk along. */
  readonly isPlaying: boolean | undefined;
  /** Undefined where there is nothing to measure. */
  readonly isMeasuring: boolean | undefined;
  /** Undefined where there is no headset, and nothing for one. */
  readonly isInVr: boolean | undefined;
  readonly run: (command: Command) => void;
}

/** The buttons of the element, in the page's language. */
export function StageControls(props: StageControlsProps) {
  const { controls, stage, view, facing, isPlaying, isMeasuring, isInVr, run } = props;
  const { language } = useTranslation().i18n;
  const box = useRef<HTMLDivElement>(null);
  const told = useRef(run);
  told.current = run;
  useEffect(() => {
    if (box.current === null || stage.current === null) return;
    const opened = openControls({
      container: box.current,
      words: wordsOf(language),
      run: (command) => told.current(command),
      filling: stage.current,
    });
    controls.current = opened;
    return () => {
      controls.current = null;
      opened.close();
    };
  }, [controls, stage, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: buttons that are made anew are set anew.
  useEffect(() => {
    controls.current?.setMode(view);
    controls.current?.setPlay(isPlaying);
    controls.current?.setMeasure(isMeasuring);
    controls.current?.setVr(isInVr);
  }, [controls, view, isPlaying, isMeasuring, isInVr, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: so is the compass.
  useEffect(() => {
    const turn = () => {
      const camera = facing.now();
      if (camera !== undefined) controls.current?.setHeading(Math.atan2(camera.forward[0], -camera.forward[2]));
    };
    turn();
    return facing.listen(turn);
  }, [controls, facing, language]);
  return <div ref={box} className={`oh-buttons ${styles.buttons}`} data-covers="" />;
}
