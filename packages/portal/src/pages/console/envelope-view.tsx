import { type KeyboardEvent, useMemo, useState } from 'react';
import { useConsoleWords } from '../../languages/use-console-words.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { envelopeLines, type Line, shownLines } from './envelope-lines.ts';
import styles from './envelope-view.module.css';

/** Height of a line, in CSS pixels, as the style has it. */
const LINE_PX = 20;
/** More lines than this are not all put into the page at once: it would not scroll smoothly. */
const ALL_LINES_MAX = 400;
/** Lines drawn beyond the window on either side. */
const MARGIN_LINES = 40;
/** Lines that a full window shows at most. */
const WINDOW_LINES = 40;
/** Characters of a line that are drawn; a base64 picture would make the line miles long. */
const LINE_MAX_LENGTH = 2000;

/** An envelope laid out and coloured, to fold and to copy. However long it is, only the lines in view are drawn. */
export function EnvelopeView({ envelope }: { readonly envelope: string }) {
  const { t } = useConsoleWords();
  const lines = useMemo(() => envelopeLines(envelope), [envelope]);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [firstRow, setFirstRow] = useState(0);
  const shown = useMemo(() => (lines === undefined ? [] : shownLines(lines, folded)), [lines, folded]);
  const inner = lines?.flatMap(({ depth, end }, index) => (depth === 1 && end > index ? [index] : [])) ?? [];
  const isFolded = inner.length > 0 && inner.every((index) => folded.has(index));

  const windowed = shown.length > ALL_LINES_MAX;
  const from = windowed ? Math.max(0, firstRow - MARGIN_LINES) : 0;
  const rows = windowed ? shown.slice(from, firstRow + WINDOW_LINES + MARGIN_LINES) : shown;
  const fold = (index: number) => setFolded((before) => toggled(before, index));

  return (
    <figure className={styles.view} aria-label={t('console:envelope')}>
      <div className={styles.bar}>
        <span>{t('console:envelope')}</span>
        {inner.length > 0 && (
          <button
            type="button"
            className={styles.foldAll}
            onClick={() => setFolded(isFolded ? new Set() : new Set(inner))}
          >
            {isFolded ? t('console:unfoldAll') : t('console:foldAll')}
          </button>
        )}
        <CopyButton value={envelope} what={t('console:envelopeCopied')} />
      </div>
      <section
        className={styles.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={t('console:envelope')}
        onKeyDown={moveAmongFolds}
        onScroll={({ currentTarget }) => {
          const row = Math.floor(currentTarget.scrollTop / LINE_PX);
          // In steps: every line scrolled by would otherwise draw anew.
          if (windowed && Math.abs(row - firstRow) >= MARGIN_LINES / 2) setFirstRow(row);
        }}
      >
        {lines === undefined ? (
          <pre className={styles.raw}>{envelope}</pre>
        ) : (
          <div style={{ paddingTop: from * LINE_PX, paddingBottom: (shown.length - from - rows.length) * LINE_PX }}>
            {rows.map((index) => (
              <EnvelopeLine key={index} index={index} lines={lines} isFolded={folded.has(index)} onFold={fold} />
            ))}
          </div>
        )}
      </section>
    </figure>
  );
}

/** The key that a line begins with; an entry of a list has none. */
function nameOf(text: string, otherwise: string): string {
  return text.startsWith('"') ? text.slice(1, -1) : otherwise;
}

function toggled(before: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(index)) after.add(index);
  return after;
}

/** Arrow keys go from one fold to the next; left folds and right unfolds. Only the first is a stop of the Tab key. */
function moveAmongFolds(event: KeyboardEvent<HTMLDivElement>): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLButtonElement)) return;
  const isOpen = target.getAttribute('aria-expanded') === 'true';
  if ((key === 'ArrowLeft' && isOpen) || (key === 'ArrowRight' && !isOpen)) {
    event.preventDefault();
    target.click();
    return;
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  event.preventDefault();
  const folds = [...currentTarget.querySelectorAll('button')];
  folds[folds.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)]?.focus();
}

interface EnvelopeLineProps {
  readonly index: number;
  readonly lines: readonly Line[];
  readonly isFolded: boolean;
  readonly onFold: (index: number) => void;
}

function EnvelopeLine({ index, lines, isFolded, onFold }: EnvelopeLineProps) {
  const { t } = useConsoleWords();
  const line = lines[index];
  if (line === undefined) return null;
  const { depth, pieces, end } = line;
  const what = index === 0 ? t('console:envelopeCopied') : nameOf(pieces[0]?.text ?? '', t('console:entry'));
  return (
    <div className={styles.line}>
      {end > index ? (
        <button
          type="button"
          className={styles.fold}
          tabIndex={index === 0 ? 0 : -1}
          aria-expanded={!isFolded}
          aria-label={t('console:fold', { what })}
          onClick={() => onFold(index)}
        >
          <ChevronIcon size={13} stroke={2.2} />
        </button>
      ) : (
        <span className={styles.gutter} />
      )}
      <span>
        {'  '.repeat(depth)}
        {pieces.map(({ kind, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity.
          <span key={place} className={styles[kind]}>
            {text.length > LINE_MAX_LENGTH ? `${text.slice(0, LINE_MAX_LENGTH)}…` : text}
          </span>
        ))}
        {isFolded && <span className={styles.more}> … {lines[end]?.pieces.map(({ text }) => text).join('')}</span>}
      </span>
    </div>
  );
}
