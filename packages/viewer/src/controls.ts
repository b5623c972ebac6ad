import { buttonOf, press } from './button.ts';
import type { Command } from './command.ts';
import { controlsStyle } from './controls-style.ts';
import { fullScreenOf } from './full-screen.ts';
import { type IconName, iconOf } from './icons.ts';
import { adoptStyle } from './overlay/adopt-style.ts';
import type { Mode } from './tour-events.ts';
import type { Words } from './words.ts';

interface ControlOptions {
  /** Filled with the buttons. */
  readonly container: HTMLElement;
  readonly words: Words;
  readonly run: (command: Command) => void;
  /** What a button fills the screen with. */
  readonly filling: HTMLElement;
}

/** The buttons over a view: those of the element, and of the explorer. */
export interface Controls {
  /** @param mode The view that shows; undefined where a still picture stands in, which neither turns nor zooms. */
  setMode(mode: Mode | undefined): void;
  /** @param yaw Which way one looks, in radians clockwise from the top of the plan. */
  setHeading(yaw: number): void;
  /** @param isPlaying Undefined where there is neither a guide nor a route to walk along. */
  setPlay(isPlaying: boolean | undefined): void;
  /** @param isMeasuring Undefined where there is nothing to measure. */
  setMeasure(isMeasuring: boolean | undefined): void;
  /** @param isInVr Undefined where there is no headset. */
  setVr(isInVr: boolean | undefined): void;
  /** Undefined where nothing can fill the screen. */
  readonly toggleFullScreen: (() => void) | undefined;
  close(): void;
}

/** Commands that have a button. */
type ShownCommand = Extract<Command, IconName & keyof Words>;

export function openControls({ container, words, run, filling }: ControlOptions): Controls {
  const buttonFor = (command: ShownCommand): HTMLButtonElement => {
    const button = buttonOf({ label: '', run: () => run(command) });
    name(button, words[command], command);
    button.dataset.command = command;
    return button;
  };
  const [play, measure, north, vr] = [buttonFor('play'), buttonFor('measure'), buttonFor('north'), buttonFor('vr')];
  for (const offered of [play, measure, vr]) offered.hidden = true;
  const full = buttonOf({ label: '', run: () => fullScreen?.toggle() });
  const tellFull = (isFull: boolean) => {
    const what = isFull ? 'leaveFullScreen' : 'fullScreen';
    name(full, words[what], what);
  };
  const fullScreen = fullScreenOf(filling, tellFull);
  full.hidden = fullScreen === undefined;
  tellFull(fullScreen?.isFull === true);
  const moving = [buttonFor('closer'), buttonFor('further'), buttonFor('reset')];
  container.replaceChildren(play, measure, north, ...moving, vr, full);
  adoptStyle(container, controlsStyle);

  return {
    setMode(mode) {
      north.hidden = mode !== 'panorama';
      for (const button of moving) button.hidden = mode === undefined;
    },
    setHeading(yaw) {
      const needle = north.firstElementChild as SVGElement;
      needle.style.rotate = `${-yaw}rad`;
    },
    setPlay(isPlaying) {
      play.hidden = isPlaying === undefined;
      const what = isPlaying === true ? 'pause' : 'play';
      name(play, words[what], what);
    },
    setMeasure(isMeasuring) {
      measure.hidden = isMeasuring === undefined;
      press(measure, isMeasuring === true);
    },
    setVr(isInVr) {
      vr.hidden = isInVr === undefined;
      name(vr, isInVr === true ? words.leaveVr : words.vr, 'vr');
    },
    toggleFullScreen: fullScreen?.toggle,
    close() {
      fullScreen?.close();
      container.replaceChildren();
    },
  };
}

/** Gives a button a picture, and what it is called where it is read aloud. */
function name(button: HTMLButtonElement, label: string, icon: IconName): void {
  button.setAttribute('aria-label', label);
  button.replaceChildren(iconOf(icon));
}
