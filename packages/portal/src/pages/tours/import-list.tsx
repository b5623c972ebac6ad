import { useImportWords } from '../../languages/use-import-words.ts';
import { Card } from '../../ui/card.tsx';
import styles from './import-list.module.css';
import { goesOn, ImportRow } from './import-row.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { TourImport } from './use-imports.ts';

interface ImportListProps {
  readonly imports: readonly TourImport[];
  readonly onRetry: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

/** Files on their way in, and what came of them. */
export function ImportList({ imports, onRetry, onRemove }: ImportListProps) {
  const { t } = useImportWords();
  return (
    <div className={styles.imports}>
      <Card title={t('imports:uploads')}>
        <ul className={styles.list}>
          {imports.map((one) => (
            <ImportRow
              key={one.id}
              tourImport={one}
              onRetry={() => onRetry(one.id)}
              onRemove={() => onRemove(one.id)}
            />
          ))}
        </ul>
      </Card>
      <LeaveGuard holds={imports.some(goesOn)} />
    </div>
  );
}
