import type { Place, PlacesLack } from '@openhouse/contract/panoramas';
import { fitted, frameAround, type PlanFrame } from '@openhouse/viewer/inside';
import { type PointerEvent, useRef, useState } from 'react';
import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Message } from '../../../ui/message.tsx';
import {
  changedScene,
  draftLack,
  draftLinks,
  draftPlaces,
  headingOf,
  isLinked,
  placedScene,
  toggledLink,
} from './draft.ts';
import styles from './make-tour.module.css';
import { LABEL_SIZE, labelsOf } from './plan-labels.ts';
import type { DraftHistory } from './use-draft.ts';

interface PlanCardProps {
  readonly history: DraftHistory;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** Proportions of the plan. */
const SIZE = { width: 16, height: 9 } as const;
/** Metres of a press of an arrow key. */
const STEP_M = 0.5;
/** Free space around the outermost viewpoints, as a share of the plan. */
const ROOM = 0.85;
const KEYS: Readonly<Record<string, readonly [x: number, z: number]>> = {
  ArrowLeft: [-STEP_M, 0],
  ArrowRight: [STEP_M, 0],
  ArrowUp: [0, -STEP_M],
  ArrowDown: [0, STEP_M],
};
const centimetres = (metres: number) => Math.round(metres * 100) / 100 + 0;

/** Where viewpoints stand, seen from above, and how one walks between them. */
export function PlanCard({ history: { draft, change }, selected, onSelect }: PlanCardProps) {
  const { t } = useMakingWords();
  const places = draftPlaces(draft);
  const links = draftLinks(draft);
  const lack = draftLack(draft);
  const [held, setHeld] = useState<PlanFrame>();
  const frame = held ?? roomy(frameAround(places));
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<{ readonly id: string; readonly step: string }>(undefined);
  const drags = useRef(0);
  const scene = draft.scenes.find(({ id }) => id === selected);
  const placeOf = (id: string) => places[draft.scenes.findIndex((one) => one.id === id)] ?? ([0, 0, 0] as const);

  const put = (id: string, [x, y, z]: Place, step?: string) =>
    change((now) => placedScene(now, id, [centimetres(x), y, centimetres(z)]), step);
  const grab = (event: PointerEvent<SVGGElement>, id: string) => {
    onSelect(id);
    drags.current += 1;
    drag.current = { id, step: `drag ${drags.current}` };
    setHeld(frame);
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<SVGGElement>) => {
    const [at, matrix] = [drag.current, svg.current?.getScreenCTM()];
    if (at === undefined || !matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    put(at.id, [x, placeOf(at.id)[1], y], at.step);
  };
  const release = () => {
    drag.current = undefined;
    setHeld(undefined);
  };
  const lackWords = (said: PlacesLack & { readonly kind: 'some' | 'same' }) =>
    said.kind === 'same'
      ? t('making:samePlace', { a: said.two[0].name, b: said.two[1].name })
      : t('making:lackPlaces', {
          ...{ count: said.without.length, total: draft.scenes.length, name: said.without[0]?.name },
        });
  const unit = frame.width / 100;
  const named = draft.scenes.map(({ id, name }, at) => ({ id, name, place: places[at] as Place }));
  const labels = labelsOf(frame, named, selected);
  return (
    <div className={styles.section}>
      <Card
        title={t('making:plan')}
        note={t('making:planNote')}
        action={
          <div className={styles.actions}>
            {draft.places !== undefined && (
              <Button size="small" onClick={() => change((now) => ({ ...now, places: undefined }))}>
                {t(draft.table === undefined ? 'making:planForget' : 'making:planForgetAll')}
              </Button>
            )}
            {draft.links !== undefined && (
              <Button size="small" onClick={() => change((now) => ({ ...now, links: undefined }))}>
                {t('making:linksForget')}
              </Button>
            )}
          </div>
        }
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing holds no fieldset. */}
        <svg
          ref={svg}
          className={styles.plan}
          viewBox={`${frame.x} ${frame.z} ${frame.width} ${frame.depth}`}
          role="group"
          aria-label={t('making:plan')}
        >
          {links.map(([a, b]) => {
            const [from, to] = [placeOf(a), placeOf(b)];
            return <line key={`${a} ${b}`} x1={from[0]} y1={from[2]} x2={to[0]} y2={to[2]} strokeWidth={unit / 3} />;
          })}
          {draft.scenes.map(({ id, name }, at) => {
            const place = places[at] as Place;
            const [x, , z] = place;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a drawing holds no button.
              <g
                key={id}
                role="button"
                tabIndex={0}
                aria-pressed={id === selected}
                aria-label={t('making:placeOf', { name, x, z })}
                transform={`translate(${x} ${z})`}
                onPointerDown={(event) => grab(event, id)}
                onPointerMove={move}
                onPointerUp={release}
                onPointerCancel={release}
                onKeyDown={(event) => {
                  const by = KEYS[event.key];
                  if (event.key === 'Enter' || event.key === ' ') onSelect(id);
                  else if (by !== undefined) put(id, [x + by[0], place[1], z + by[1]], `keys ${id}`);
                  else return;
                  event.preventDefault();
                }}
              >
                <circle r={unit * 1.6} strokeWidth={unit / 2.5} />
              </g>
            );
          })}
          {/* Apart from the buttons: their labels hold the whole names. */}
          <g className={styles.labels}>
            {labels.map(({ id, text, x, z, anchor }) => (
              <text key={id} x={x} y={z} fontSize={frame.width * LABEL_SIZE} textAnchor={anchor}>
                {text}
              </text>
            ))}
          </g>
        </svg>
        {scene !== undefined && (
          <div className={styles.below}>
            {(lack?.kind === 'some' || lack?.kind === 'same') && <Message tone="warning">{lackWords(lack)}</Message>}
            <label className={styles.heading}>
              {t('making:heading', { name: scene.name })}
              <input
                type="number"
                min={-360}
                max={360}
                step="any"
                value={headingOf(draft, scene) ?? 0}
                onChange={({ target: { valueAsNumber: heading } }) => {
                  if (Math.abs(heading) <= 360) {
                    change((now) => changedScene(now, scene.id, { heading }), `heading ${scene.id}`);
                  }
                }}
              />
            </label>
            <fieldset className={styles.links}>
              <legend>{t('making:leadsTo', { name: scene.name })}</legend>
              {draft.scenes
                .filter(({ id }) => id !== scene.id)
                .map(({ id, name }) => (
                  <label key={id}>
                    <input
                      type="checkbox"
                      checked={isLinked(links, scene.id, id)}
                      onChange={() => change((now) => toggledLink(now, [scene.id, id]))}
                    />
                    {name}
                  </label>
                ))}
            </fieldset>
          </div>
        )}
      </Card>
    </div>
  );
}

function roomy(frame: PlanFrame): PlanFrame {
  const { x, z, width, depth } = fitted(frame, SIZE);
  const [wide, deep] = [width / ROOM, depth / ROOM];
  return { x: x - (wide - width) / 2, z: z - (deep - depth) / 2, width: wide, depth: deep };
}
