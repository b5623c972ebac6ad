import { buttonOf, press } from './button.ts';
import type { Floor, Viewpoint } from './tour/tour.ts';
import type { Mode } from './tour-events.ts';
import type { Words } from './words.ts';

export type Stage = ReturnType<typeof stageOf>;

/**
 * The elements around a tour's views. Those that pages may style have a `part`; those that they may replace are in a `slot`, which
 * shows what is in it wherever there is no shadow tree.
 */
export function stageOf(words: Words) {
  const root = element('div', 'oh-tour');
  const window = element('div', 'oh-window', 'stage');
  window.tabIndex = 0;
  window.setAttribute('role', 'group');
  const inside = element('div', 'oh-view');
  const outside = element('div', 'oh-view');
  const above = element('div', 'oh-view oh-above');
  above.dataset.plan = '';
  for (const view of [outside, above]) view.hidden = true;
  const still = document.createElement('img');
  still.className = 'oh-still';
  still.hidden = true;
  inside.append(still);
  const over = element('div', 'oh-over');
  over.append(slot('over'));
  const loading = new Set<string>();
  const busy = element('div', 'oh-busy');
  busy.hidden = true;
  busy.setAttribute('role', 'progressbar');
  busy.setAttribute('aria-label', words.loading);
  busy.append(slot('progress', element('div', 'oh-bar', 'progress')));
  const message = element('div', 'oh-message', 'message');
  message.setAttribute('role', 'status');
  message.hidden = true;
  const modes = element('div', 'oh-group');
  const floors = element('div', 'oh-group', 'floors');
  floors.setAttribute('role', 'group');
  floors.setAttribute('aria-label', words.floors);
  floors.hidden = true;
  const choices = element('div', 'oh-modes', 'modes');
  choices.append(slot('modes', modes, floors));
  const buttons = element('div', 'oh-buttons', 'controls');
  const controls = slot('controls');
  buttons.append(controls);
  const foot = element('div', 'oh-foot', 'foot');
  const ways = slot('foot');
  foot.append(ways);
  foot.hidden = true;
  ways.addEventListener('slotchange', () => {
    foot.hidden = ways.assignedNodes().length === 0 && ways.childElementCount === 0;
  });
  window.append(inside, outside, above, over, busy, message, choices, buttons);
  root.append(window, foot);

  return {
    root,
    window,
    inside,
    outside,
    above,
    /** Where the buttons go. */
    controls,
    /** What lies over the views. */
    covers: [message, choices, buttons],
    setName(name: string) {
      window.setAttribute('aria-label', name);
    },
    /** @param what Something that loads, or has loaded; the bar shows while anything does. */
    setBusy(what: string, isBusy: boolean) {
      if (isBusy) loading.add(what);
      else loading.delete(what);
      busy.hidden = loading.size === 0;
    },
    /** One sentence, and perhaps what can be done about it; undefined for none. */
    say(sentence: string | undefined, action?: Parameters<typeof buttonOf>[0]) {
      message.hidden = sentence === undefined;
      message.replaceChildren(sentence ?? '', ...(action === undefined ? [] : [buttonOf(action)]));
    },
    setModes(list: readonly Mode[], onPick: (mode: Mode) => void) {
      modes.replaceChildren(
        ...list.map((mode) => {
          const button = buttonOf({ label: words[mode], run: () => onPick(mode) });
          button.dataset.mode = mode;
          return button;
        }),
      );
    },
    setMode(mode: Mode) {
      inside.hidden = mode !== 'panorama';
      outside.hidden = mode !== 'model';
      above.hidden = mode !== 'plan';
      floors.hidden = mode !== 'plan' || floors.childElementCount < 2;
      for (const button of modes.querySelectorAll('button')) press(button, button.dataset.mode === mode);
    },
    /** The floors to choose from; one is no choice. */
    setFloors(list: readonly Floor[], onPick: (floor: number) => void) {
      floors.hidden = above.hidden || list.length < 2;
      floors.replaceChildren(
        ...list.map(({ index }) => {
          const button = buttonOf({ label: words.floor(index + 1), run: () => onPick(index) });
          button.dataset.floor = String(index);
          return button;
        }),
      );
    },
    setFloor(shown: number) {
      for (const button of floors.querySelectorAll('button')) press(button, button.dataset.floor === String(shown));
    },
    /** Where one stands, and where one can go: the way through the tour for whoever does not see it. */
    setWays(here: string, to: readonly Viewpoint[], onPick: (key: string) => void) {
      const place = element('span', 'oh-here', 'here');
      place.setAttribute('aria-live', 'polite');
      place.textContent = here;
      const list = element('div', 'oh-ways', 'ways');
      list.setAttribute('role', 'group');
      list.setAttribute('aria-label', words.next);
      list.append(
        ...to.map(({ index, name, key }) => {
          const button = buttonOf({ label: name === '' ? String(index) : name, run: () => onPick(key) });
          button.setAttribute('aria-label', words.walkTo(index, name));
          return button;
        }),
      );
      ways.replaceChildren(place, list);
      foot.hidden = false;
    },
    /** A picture in the place of a view that cannot be drawn. */
    setStill(address: string | undefined, description: string, onMissing: () => void) {
      still.hidden = address === undefined;
      still.alt = description;
      still.onerror = () => {
        still.hidden = true;
        onMissing();
      };
      if (address === undefined) onMissing();
      else still.src = address;
    },
  };
}

function element(name: 'div' | 'span', className: string, part?: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  if (part !== undefined) made.setAttribute('part', part);
  return made;
}

/** A place where a page may put something of its own instead. */
function slot(name: string, ...usual: readonly Element[]): HTMLSlotElement {
  const made = document.createElement('slot');
  made.name = name;
  made.append(...usual);
  return made;
}
