/** How long a view rests before it is told where it has come to, in milliseconds. Browsers refuse more than three addresses a second. */
const REST_MS = 350;

/** Tells what a view shows, in the form of `writeViewState`. */
export interface StateTeller {
  /** What was told last, or was asked for since. */
  readonly told: string | undefined;
  /** It turned, zoomed, or something was selected: told when it rests. */
  moved(): void;
  /** Somebody walked on or changed the view: told at once, after what was still to tell of where they were. */
  stepped(): void;
  /** It shows what it was asked to show: nothing to tell. */
  shown(): void;
  close(): void;
}

/**
 * @param now What shows, at this moment.
 * @param tell Given only what differs from what was told before; `isStep` for what "back" should undo.
 */
export function stateTeller(now: () => string, tell: (state: string, isStep: boolean) => void): StateTeller {
  let told: string | undefined;
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    waiting = undefined;
  };
  const pass = (state: string, isStep: boolean) => {
    if (state === told) return;
    told = state;
    tell(state, isStep);
  };
  const rest = () => {
    const state = waiting;
    stop();
    if (state !== undefined) pass(state, false);
  };
  return {
    get told() {
      return told;
    },
    moved() {
      clearTimeout(timer);
      waiting = now();
      timer = setTimeout(rest, REST_MS);
    },
    stepped() {
      rest();
      pass(now(), true);
    },
    shown() {
      stop();
      told = now();
    },
    close: stop,
  };
}
