import type { ShownOperation, Thing } from '@openhouse/viewer/inside';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CodeText } from './code-text.tsx';
import { nodeAt } from './json/parse-json.ts';
import { inLines, inOneLine } from './json/write-json.ts';
import styles from './json-panel.module.css';
import type { OperationAnswer } from './operation-answer.ts';
import { curlOf, operationFacts } from './operation-facts.ts';

interface JsonPanelProps {
  readonly operation: ShownOperation;
  readonly answer: OperationAnswer | undefined;
  readonly resourceCode: string;
  /** What the table lists; those of them with a record in this answer are its lines. */
  readonly things: readonly Thing[];
  readonly selected: string | undefined;
  readonly onPick: (key: string) => void;
}

/** Characters of a folded record; what is longer is cut anyway. */
const FOLDED_CHARS = 160;
/** Records that are there at first; a long list follows when the view has had its turn. */
const FIRST_RECORDS = 40;

/** What the gateway answered, record by record; the selected one is unfolded, and picking another selects that. */
export function JsonPanel({ operation, answer, resourceCode, things, selected, onPick }: JsonPanelProps) {
  const { t } = useTranslation();
  const { path, title } = operationFacts[operation];
  // The same list as long as nothing changed: a new one would be drawn twice, and scroll back to what is selected.
  const own = useMemo(() => things.filter((thing) => thing.operation === operation), [things, operation]);
  const list = own[0]?.path.slice(1, -1).join('.') ?? '';
  return (
    <section className={styles.panel} aria-label={t('explorer.json')}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h2>{title}</h2>
          {answer !== undefined && (
            <span className={styles.status} data-ok={answer.status === 'success' || undefined}>
              {answer.status}
            </span>
          )}
        </div>
        <div className={styles.call}>
          <code>
            <b>GET</b> {path}
          </code>
          <CopyButton value={curlOf(operation, resourceCode)} what={t('explorer.asCurl')} />
        </div>
      </header>
      {own.length === 0 ? (
        <p className={styles.none}>{t('explorer.noRecords')}</p>
      ) : (
        <Records key={operation} label={list} answer={answer} things={own} selected={selected} onPick={onPick} />
      )}
    </section>
  );
}

interface RecordsProps {
  readonly label: string;
  readonly answer: OperationAnswer | undefined;
  readonly things: readonly Thing[];
  readonly selected: string | undefined;
  readonly onPick: (key: string) => void;
}

function Records({ label, answer, things: all, selected, onPick }: RecordsProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const open = useRef<HTMLLIElement>(null);
  const things = useDeferredValue(all, all.slice(0, FIRST_RECORDS));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record comes into view when another is selected.
  useEffect(() => {
    // Only the list scrolls, never the page.
    if (open.current !== null && box.current !== null) box.current.scrollTop = open.current.offsetTop - SHOWN_ABOVE_PX;
  }, [selected, things]);
  const folded = useMemo(
    () => things.map(({ path }) => inOneLine(nodeAt(answer?.node, path) ?? NOTHING).slice(0, FOLDED_CHARS)),
    [answer, things],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.scroll} ref={box} tabIndex={0} aria-label={t('explorer.records')}>
      <p className={styles.list}>
        "data.{label}": [ <span>{all.length}</span> ]
      </p>
      <ol className={styles.records}>
        {things.map((thing, at) => {
          const isOpen = thing.key === selected;
          const node = isOpen ? nodeAt(answer?.node, thing.path) : undefined;
          return (
            <li key={thing.key} ref={isOpen ? open : undefined} data-open={isOpen || undefined}>
              <button type="button" className={styles.record} aria-expanded={isOpen} onClick={() => onPick(thing.key)}>
                {/* Brackets and quotes say nothing when they are read aloud. */}
                <span className="oh-visually-hidden">
                  {t('explorer.record', { position: thing.path.at(-1) ?? '', name: thing.name })}
                </span>
                <span className={styles.position} aria-hidden="true">
                  {thing.path.at(-1)}
                </span>
                <span className={styles.folded} aria-hidden="true">
                  {isOpen ? thing.name : folded[at]}
                </span>
              </button>
              {node !== undefined && (
                <div className={styles.open}>
                  <CodeText code={inLines(node)} />
                  <div className={styles.copy}>
                    <CopyButton value={inLines(node)} what="JSON" />
                  </div>
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const NOTHING = { kind: 'scalar', text: '' } as const;

/** Pixels of the list that stay in view above the selected record. */
const SHOWN_ABOVE_PX = 64;
