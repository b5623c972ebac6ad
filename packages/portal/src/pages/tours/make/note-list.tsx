import type { Note } from '@openhouse/contract/panoramas';
import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TrashIcon } from '../../../ui/icons.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './make-tour.module.css';

interface NoteListProps {
  readonly notes: readonly Note[];
  /** @param step Names a change that the next letter goes on with. */
  readonly onChange: (notes: readonly Note[], step?: string) => void;
  readonly onShow: (note: Note) => void;
}

/** Longest title and text, in UTF-16 units. */
const [TITLE_MAX, TEXT_MAX] = [200, 2000];

/** The tags of one viewpoint. */
export function NoteList({ notes, onChange, onShow }: NoteListProps) {
  const { t } = useMakingWords();
  const change = (at: number, changed: Partial<Note>, step: string) =>
    onChange(
      notes.map((note, index) => (index === at ? { ...note, ...changed } : note)),
      `${step} ${at}`,
    );
  return (
    <ol className={styles.list}>
      {notes.map((note, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tags have no name of their own.
        <li key={at} className={styles.note}>
          <TextField
            label={t('making:tagTitle', { number: at + 1 })}
            value={note.title}
            maxLength={TITLE_MAX}
            onChange={(title) => change(at, { title }, 'title')}
          />
          <TextField
            label={t('making:tagText', { number: at + 1 })}
            value={note.text}
            maxLength={TEXT_MAX}
            optional
            onChange={(text) => change(at, { text }, 'text')}
          />
          <div className={styles.actions}>
            <Button size="small" onClick={() => onShow(note)} label={`${t('making:tagShow')}: ${note.title}`}>
              {t('making:tagShow')}
            </Button>
            <IconButton
              label={t('making:remove', { name: note.title })}
              onClick={() => onChange(notes.filter((_, index) => index !== at))}
            >
              <TrashIcon size={15} />
            </IconButton>
          </div>
        </li>
      ))}
    </ol>
  );
}
