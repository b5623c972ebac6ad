import type { Command } from './commands.ts';
import type { Viewpoint } from './tour/tour.ts';
import type { Mode } from './tour-events.ts';
import type { Words } from './words.ts';

interface Action {
  readonly label: string;
  readonly run: () => void;
}

/** The elements around a tour's views. Those that pages may style have a `part`. */
export function stageOf(words: Words) {
  const root = element('div', 'oh-tour');
  const window = element('div', 'oh-window', 'stage');
  window.tabIndex = 0;
  window.setAttribute('role', 'group');
  window.setAttribute('aria-description', words.keys);
  const inside = element('div', 'oh-view');
  const outside = element('div', 'oh-view');
  outside.hidden = true;
  const still = document.createElement('img');
  still.className = 'oh-still';
  still.hidden = true;
  const busy = element('div', 'oh-busy', 'progress');
  busy.setAttribute('role', 'progressbar');
  busy.setAttribute('aria-label', words.loading);
  const message = element('div', 'oh-message', 'message');
  message.setAttribute('role', 'status');
  message.hidden = true;
  const modes = element('div', 'oh-modes', 'modes');
  const buttons = element('div', 'oh-buttons', 'controls');
  const foot = element('div', 'oh-foot', 'foot');
  window.append(inside, outside, still, busy, message, modes, buttons);
  root.append(window, foot);

  return {
    root,
    window,
    inside,
    outside,
    setName(name: string) {
      window.setAttribute('aria-label', name);
    },
    setBusy(isBusy: boolean) {
      busy.hidden = !isBusy;
    },
    /** One sentence, and perhaps what can be done about it; undefined for none. */
    say(sentence: string | undefined, action?: Action) {
      message.hidden = sentence === undefined;
      message.replaceChildren(sentence ?? '', ...(action === undefined ? [] : [buttonOf(action)]));
    },
    setModes(list: readonly Mode[], onPick: (mode: Mode) => void = () => {}) {
      modes.replaceChildren(
        ...list.map((mode) => {
          const button = buttonOf({ label: words[mode], run: () => onPick(mode) });
          button.dataset.mode = mode;
          button.setAttribute('aria-pressed', String(mode === 'panorama'));
          return button;
        }),
      );
    },
    setMode(mode: Mode) {
      inside.hidden = mode !== 'panorama';
      outside.hidden = mode !== 'model';
      for (const button of modes.querySelectorAll<HTMLElement>('[data-mode]')) {
        button.setAttribute('aria-pressed', String(button.dataset.mode === mode));
      }
    },
    onCommand(run: (command: Command) => void) {
      buttons.replaceChildren(
        ...(['closer', 'further', 'reset'] as const).map((command, at) => {
          const button = buttonOf({ label: ['+', '−', '⟲'][at] ?? '', run: () => run(command) });
          button.setAttribute('aria-label', words[command]);
          return button;
        }),
      );
    },
    /** Where one stands, and where one can go: the way through the tour for whoever does not see it. */
    setWays(here: string, ways: readonly Viewpoint[], onPick: (key: string) => void) {
      const place = element('span', 'oh-here');
      place.setAttribute('aria-live', 'polite');
      place.textContent = here;
      const list = element('div', 'oh-ways', 'ways');
      list.setAttribute('role', 'group');
      list.setAttribute('aria-label', words.next);
      list.append(
        ...ways.map(({ index, name, key }) => {
          const button = buttonOf({ label: name === '' ? String(index) : name, run: () => onPick(key) });
          button.setAttribute('aria-label', words.walkTo(index, name));
          return button;
        }),
      );
      foot.replaceChildren(place, list);
    },
    /** A picture in the place of a view that cannot be drawn. */
    setStill(address: string | undefined, description: string) {
      busy.hidden = true;
      still.hidden = address === undefined;
      still.alt = description;
      if (address !== undefined) still.src = address;
    },
  };
}

function element(name: 'div' | 'span', className: string, part?: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  if (part !== undefined) made.setAttribute('part', part);
  return made;
}

function buttonOf({ label, run }: Action): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'oh-button';
  button.setAttribute('part', 'button');
  button.textContent = label;
  button.addEventListener('click', run);
  return button;
}
