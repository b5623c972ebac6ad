import { useEffect, useState } from 'react';
import { useMakingWords } from '../../../languages/use-making-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import fieldStyles from '../../../ui/field.module.css';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ChevronIcon, TrashIcon } from '../../../ui/icons.tsx';
import { changedScene, type DraftScene, movedScene, sameNames, shownLabel, startOf, withoutScene } from './draft.ts';
import styles from './make-tour.module.css';
import type { DraftHistory } from './use-draft.ts';

interface PictureListProps {
  readonly history: DraftHistory;
  /** Whether it would outlive the page as it is. */
  readonly isKept: boolean;
  /** Id of the viewpoint that is looked at. */
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** The viewpoints in their order, with their names. */
export function PictureList({ history, isKept, selected, onSelect }: PictureListProps) {
  const { t } = useMakingWords();
  const { draft, undo, redo } = history;
  const same = sameNames(draft);
  const count = t('making:pictureCount', { count: draft.scenes.length });
  return (
    <div className={styles.section}>
      <Card
        title={t('making:pictures')}
        note={isKept ? `${count} · ${t('making:kept')}` : count}
        action={
          <div className={styles.actions}>
            <Button size="small" disabled={undo === undefined} onClick={undo ?? (() => {})}>
              {t('making:undo')}
            </Button>
            <Button size="small" disabled={redo === undefined} onClick={redo ?? (() => {})}>
              {t('making:redo')}
            </Button>
          </div>
        }
      >
        <ol className={styles.list}>
          {draft.scenes.map((scene, at) => (
            <PictureRow
              key={scene.id}
              scene={scene}
              history={history}
              isSelected={scene.id === selected}
              onSelect={() => onSelect(scene.id)}
              isStart={at === startOf(draft)}
              isFirst={at === 0}
              isLast={at === draft.scenes.length - 1}
              isSame={same.has(scene.name.trim().toLowerCase())}
            />
          ))}
        </ol>
      </Card>
    </div>
  );
}

interface PictureRowProps {
  readonly scene: DraftScene;
  readonly history: DraftHistory;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly isStart: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isSame: boolean;
}

/** Longest name that can be typed, in UTF-16 units: file names give shorter ones. */
const NAME_MAX = 160;

function PictureRow({
  scene,
  history: { change },
  isSelected,
  onSelect,
  isStart,
  isFirst,
  isLast,
  isSame,
}: PictureRowProps) {
  const { t } = useMakingWords();
  const { id, files, name, picture } = scene;
  const label = shownLabel(scene);
  const isEmpty = name.trim() === '';
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.look}
        aria-pressed={isSelected}
        aria-label={t('making:lookAround', { name })}
        onClick={onSelect}
      >
        <img className={styles.thumb} src={useObjectUrl(picture.thumb)} alt="" />
      </button>
      <div className={styles.words}>
        <input
          className={fieldStyles.control}
          value={name}
          maxLength={NAME_MAX}
          aria-label={t('making:nameOf', { file: label })}
          aria-invalid={isEmpty || isSame}
          onChange={(event) => change((now) => changedScene(now, id, { name: event.target.value }), `name ${id}`)}
        />
        <p className={styles.fact}>
          {label} · {files.length > 1 && `${t('making:sixFaces')} `}
          {picture.width} × {picture.height}
        </p>
        {(isEmpty || isSame) && (
          <p className={styles.bad} role="alert">
            {t(isEmpty ? 'making:noName' : 'making:sameName')}
          </p>
        )}
      </div>
      <label className={styles.start}>
        <input
          type="radio"
          name="start"
          checked={isStart}
          aria-label={t('making:startAt', { name })}
          onChange={() => change((now) => ({ ...now, start: id }))}
        />
        {t('making:startHere')}
      </label>
      <div className={styles.actions}>
        {!isFirst && (
          <IconButton label={t('making:up', { name })} onClick={() => change((now) => movedScene(now, id, -1))}>
            <span className={styles.upwards}>
              <ChevronIcon size={15} />
            </span>
          </IconButton>
        )}
        {!isLast && (
          <IconButton label={t('making:down', { name })} onClick={() => change((now) => movedScene(now, id, 1))}>
            <span className={styles.downwards}>
              <ChevronIcon size={15} />
            </span>
          </IconButton>
        )}
        <IconButton label={t('making:remove', { name })} onClick={() => change((now) => withoutScene(now, id))}>
          <TrashIcon size={15} />
        </IconButton>
      </div>
    </li>
  );
}

/** An address for something in memory, as long as it is shown. */
function useObjectUrl(content: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url;
}
