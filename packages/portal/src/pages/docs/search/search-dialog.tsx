import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shell/paths.ts';
import { SearchIcon } from '../../../ui/icons.tsx';
import { useBackdropPress } from '../../../ui/use-backdrop-press.ts';
import { Marked, patternOf } from './marked.tsx';
import styles from './search-dialog.module.css';
import type { SearchHit } from './search-index.ts';
import { useDocSearch } from './use-doc-search.ts';

/** The search: a field and the places it leads to. Arrows choose, Enter opens, Escape closes. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const hits = useDocSearch(words);
  const open = useOpenHit(onClose);
  const press = useBackdropPress(onClose);
  // Before it leaves the page, or else the focus does not go back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const count = hits?.length ?? 0;
  useEffect(() => {
    // In braces: browsers that answer with a promise would have it taken for the effect's clean-up.
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, listId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const hit = hits?.[chosen];
    if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, Math.max(count - 1, 0)));
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter' && !endsWord(event) && hit !== undefined) open(hit);
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('docs.search')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      {...press}
    >
      <div className={styles.field}>
        <SearchIcon size={18} />
        <input
          type="text"
          role="combobox"
          aria-label={t('docs.search')}
          aria-expanded={count > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(count > 0 ? { 'aria-activedescendant': `${listId}-${chosen}` } : {})}
          placeholder={t('docs.searchHint')}
          autoComplete="off"
          spellCheck={false}
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          <span className="oh-visually-hidden">{t('docs.closeSearch')}</span>
          <span aria-hidden="true">
            <kbd>Esc</kbd>
          </span>
        </button>
      </div>
      <Hits id={listId} hits={hits} words={words} chosen={chosen} onChoose={setChosen} onOpen={open} />
      <p className="oh-visually-hidden" role="status">
        {words !== '' && hits !== undefined && t('docs.found', { count })}
      </p>
    </dialog>
  );
}

/** What an input method has keys say. Safari ends the word first, and then tells of the key that ended it. */
const KEY_OF_INPUT_METHOD = 229;

/** Whether the key is for an input method, as Enter is that takes the letters as they were typed. */
function endsWord({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === KEY_OF_INPUT_METHOD;
}

/** Opens the place of a hit. */
function useOpenHit(onClose: () => void): (hit: SearchHit) => void {
  const navigate = useNavigate();
  return ({ id }) => {
    const [slug = '', hash] = id.split('#');
    onClose();
    void navigate({ to: paths.docPage, params: { _splat: slug }, ...(hash === undefined ? {} : { hash }) });
  };
}

interface HitsProps {
  readonly id: string;
  readonly hits: readonly SearchHit[] | undefined;
  readonly words: string;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onOpen: (hit: SearchHit) => void;
}

function Hits({ id, hits, words, chosen, onChoose, onOpen }: HitsProps) {
  const { t } = useTranslation();
  if (words.trim() !== '' && hits?.length === 0) {
    return <p className={styles.nothing}>{t('docs.foundNothing', { words })}</p>;
  }
  return (
    <div id={id} role="listbox" aria-label={t('docs.places')} className={styles.hits}>
      {hits?.map((hit, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard; the list follows it.
        <div
          key={hit.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={styles.hit}
          onMouseMove={() => onChoose(index)}
          onClick={() => onOpen(hit)}
        >
          <span className={styles.page}>{hit.heading === '' ? t('docs.page') : hit.title}</span>
          <span className={styles.heading}>
            <Marked text={hit.heading === '' ? hit.title : hit.heading} words={hit.words} />
          </span>
          <span className={styles.text}>
            <Marked text={around(hit)} words={hit.words} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Characters shown of a place. */
const SHOWN = 120;
/** Characters shown before the first word that was asked for. */
const BEFORE = 36;

/** @returns The part of a place's text around the first of the words that it was found by. */
function around({ text, words }: SearchHit): string {
  const pattern = patternOf(words);
  const start = pattern === undefined ? 0 : Math.max(0, text.search(pattern) - BEFORE);
  return start === 0 ? text.slice(0, SHOWN) : `…${text.slice(start, start + SHOWN)}`;
}
