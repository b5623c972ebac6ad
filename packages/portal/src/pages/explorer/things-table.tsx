import { lengthOf, type Thing, type ThingKind, type Tour, thingKinds, type Viewpoint } from '@openhouse/viewer/inside';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Cell, Table } from '../../ui/table.tsx';
import styles from './things-table.module.css';

interface ThingsTableProps {
  readonly tour: Tour;
  readonly listed: ThingKind;
  readonly selected: string | undefined;
  readonly onList: (kind: ThingKind) => void;
  readonly onPick: (key: string) => void;
}

/** Everything the views show, as a table: what a picture tells some, words tell all. */
export function ThingsTable({ tour, listed, selected, onList, onPick }: ThingsTableProps) {
  const { t } = useTranslation();
  const things = tour.things[listed];
  return (
    <section className={card.card} aria-label={t('explorer.things')}>
      <KindTabs tour={tour} listed={listed} onList={onList} />
      {things.length === 0 ? (
        <p className={styles.none}>{t('explorer.noneOfKind')}</p>
      ) : (
        <Rows key={listed} tour={tour} things={things} kind={listed} selected={selected} onPick={onPick} />
      )}
    </section>
  );
}

function KindTabs({ tour, listed, onList }: Pick<ThingsTableProps, 'tour' | 'listed' | 'onList'>) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = thingKinds[(thingKinds.indexOf(listed) + step + thingKinds.length) % thingKinds.length] ?? listed;
    onList(next);
    list.current?.querySelector<HTMLElement>(`[data-kind="${next}"]`)?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('explorer.things')} ref={list} onKeyDown={move}>
      {thingKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          role="tab"
          data-kind={kind}
          className={styles.tab}
          aria-selected={kind === listed}
          tabIndex={kind === listed ? 0 : -1}
          onClick={() => onList(kind)}
        >
          {t(`explorer.kinds.${kind}`)} <span>{tour.things[kind].length}</span>
        </button>
      ))}
    </div>
  );
}

/** Rows that show at first; a long list shows the rest when asked, or when one of them is selected. */
const FIRST_ROWS = 60;

interface RowsProps extends Pick<ThingsTableProps, 'tour' | 'selected' | 'onPick'> {
  readonly things: readonly Thing[];
  readonly kind: ThingKind;
}

function Rows({ tour, things, kind, selected, onPick }: RowsProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const at = things.findIndex(({ key }) => key === selected);
  const shown = isWhole || at >= FIRST_ROWS ? things : things.slice(0, FIRST_ROWS);
  return (
    <div className={styles.scroll}>
      <Table
        stickyHead
        columns={[
          t('explorer.column.name'),
          t(`explorer.column.${kind}`),
          { name: t('explorer.column.floor'), wideOnly: true },
          { name: t('explorer.column.place'), figures: true, wideOnly: true },
        ]}
      >
        {shown.map((thing) => (
          <Row key={thing.key} tour={tour} thing={thing} isSelected={thing.key === selected} onPick={onPick} />
        ))}
      </Table>
      {shown.length < things.length && (
        <div className={styles.more}>
          <Button size="small" onClick={() => setWhole(true)}>
            {t('explorer.showAll', { count: things.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  readonly tour: Tour;
  readonly thing: Thing;
  readonly isSelected: boolean;
  readonly onPick: (key: string) => void;
}

const Row = memo(({ tour, thing, isSelected, onPick }: RowProps) => {
  const { t } = useTranslation();
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    // Only the table scrolls, never the page under the view one works in.
    const box = row.current?.closest('div');
    if (!isSelected || row.current === null || !box) return;
    const { offsetTop: top, offsetHeight: height } = row.current;
    if (top < box.scrollTop + HEAD_PX || top + height > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }, [isSelected]);
  const name = thing.kind === 'viewpoint' ? t('explorer.viewpoint', { index: (thing as Viewpoint).index }) : thing.name;
  return (
    // The button in the first cell is what keyboards use; the row is a larger target for the mouse.
    <tr ref={row} className={styles.row} data-selected={isSelected || undefined} onClick={() => onPick(thing.key)}>
      <Cell rowHeader>
        <button type="button" className={styles.pick} aria-pressed={isSelected} data-row={thing.key}>
          {name === '' ? t(`explorer.one.${thing.kind}`) : name}
        </button>
      </Cell>
      <Cell tone="muted">{detailOf(tour, thing)}</Cell>
      <Cell tone="muted" wideOnly>
        {thing.floors.map((floor) => floor + 1).join(', ')}
      </Cell>
      <Cell tone="muted" figures wideOnly>
        <span className={styles.position}>{thing.place.map((value) => value.toFixed(2)).join('  ')}</span>
      </Cell>
    </tr>
  );
});

/** Pixels of the head row, which stays above the rows. */
const HEAD_PX = 40;

/** What matters most of a thing beside its name: where a viewpoint leads, how long a line is, the kind of a tag. */
function detailOf(tour: Tour, thing: Thing): string {
  switch (thing.kind) {
    case 'viewpoint':
      return [thing.name, `→ ${(tour.viewpoints.find(({ key }) => key === thing.key)?.links ?? []).join(', ')}`]
        .filter((part) => part !== '' && part !== '→ ')
        .join(' ');
    case 'ruler':
      return thing.lines.map(({ text }) => text).join(' · ');
    case 'route':
      return [thing.type, `${lengthOf(thing.lines.flatMap(({ places }) => places)).toFixed(1)} m`].join(' · ');
    default:
      return thing.type;
  }
}
