// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { startLanguages } from '../../../languages/start-languages.ts';
import { emptyDraft, sceneOf, withScenes } from './draft.ts';
import { PlanCard } from './plan-card.tsx';
import { labelsOf } from './plan-labels.ts';

afterEach(cleanup);

const scenes = (count: number, nameOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) =>
    sceneOf(`${at}`, new File([], `${nameOf(at)}.jpg`), {
      ...{ width: 64, height: 32, full: { width: 64, height: 32, left: 0, top: 0 } },
      ...{ heading: undefined, lean: undefined, position: undefined, thumb: new Blob() },
    }),
  );

/** The names on the plan, with the room that they take at least. */
function shownNames(container: HTMLElement) {
  return [...container.querySelectorAll('text')].map((text) => {
    const [x, y, size] = ['x', 'y', 'font-size'].map((name) => Number(text.getAttribute(name))) as [
      number,
      number,
      number,
    ];
    const width = (text.textContent ?? '').length * size * 0.5;
    const left = x - { start: 0, middle: width / 2, end: width }[text.getAttribute('text-anchor') as 'start'];
    return { name: text.textContent, left, right: left + width, top: y - size * 0.7, bottom: y };
  });
}

const east = Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`${at}`, [at * 3, 0, 0] as const]));

test.each([
  ['to the north', undefined, 9],
  ['to the east', east, 9],
])(
  'eighteen viewpoints in a row %s do not write their names over each other; the selected one shows its own',
  async (_, places, least) => {
    const translator = await startLanguages('en');
    const draft = {
      ...withScenes(
        emptyDraft,
        scenes(18, (at) => `Viewpoint ${at}`),
      ),
      places,
    };
    const history = { draft, change() {}, open() {}, undo: undefined, redo: undefined };
    for (const selected of ['0', '7']) {
      const { container } = render(
        <I18nextProvider i18n={translator}>
          <PlanCard history={history} selected={selected} onSelect={() => {}} />
        </I18nextProvider>,
      );
      const shown = shownNames(container);
      const over = shown.filter((one) =>
        shown.some(
          (other) =>
            other !== one &&
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ),
      );
      expect(over).toEqual([]);
      // Nor over the dots of others, which lie before the words.
      const dots = [...container.querySelectorAll('g[transform]')].map((dot) => ({
        name: dot.getAttribute('aria-label') ?? '',
        at: (dot.getAttribute('transform')?.match(/-?[\d.]+/g) ?? []).map(Number),
      }));
      const isOn = (label: (typeof shown)[number], [x = 0, y = 0]: readonly number[]) =>
        x > label.left && x < label.right && y > label.top && y < label.bottom;
      expect(
        shown.filter((label) => label.name !== `Viewpoint ${selected}` && dots.some(({ at }) => isOn(label, at))),
      ).toEqual([]);
      expect(shown.map(({ name }) => name)).toContain(`Viewpoint ${selected}`);
      expect(shown.length).toBeGreaterThanOrEqual(least);
      cleanup();
    }
  },
);

test('few viewpoints all show their names, long ones shortened between letters', () => {
  const frame = { x: -5, z: -5, width: 32, depth: 18 };
  const named = ['厨房', 'A', `${'👩'.repeat(17)}👨👩`].map((name, at) => ({
    id: name,
    name,
    place: [at * 5, 0, at * 2] as const,
  }));
  expect(labelsOf(frame, named, 'A').map(({ text }) => text)).toEqual(['厨房', 'A', `${'👩'.repeat(17)}👨…`]);
});
