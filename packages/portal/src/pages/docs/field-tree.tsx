import type { PayloadField } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { ChevronIcon } from '../../ui/icons.tsx';
import styles from './field-tree.module.css';

/** Fields inside this many are shown at once; more wait behind their parent. */
const OPEN_UP_TO = 8;

/** The fields of a payload, each with type, unit and whether it may be missing or null; objects open in place. */
export function FieldTree({
  fields,
  depth = 0,
}: {
  readonly fields: readonly PayloadField[];
  readonly depth?: number;
}) {
  return (
    <ul className={depth === 0 ? styles.tree : styles.branch}>
      {fields.map((field) => (
        <li key={field.name}>
          {field.fields.length === 0 ? (
            <div className={styles.leaf}>
              <FieldFacts field={field} />
            </div>
          ) : (
            <details open={depth === 0 && field.fields.length <= OPEN_UP_TO}>
              <summary>
                <span className={styles.turn}>
                  <ChevronIcon size={14} stroke={2} />
                </span>
                <FieldFacts field={field} />
              </summary>
              <FieldTree fields={field.fields} depth={depth + 1} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function FieldFacts({
  field: { name, type, required, nullable, unit, description, again },
}: {
  readonly field: PayloadField;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.facts}>
      <p className={styles.line}>
        <code className={styles.name}>{name}</code>
        <span className={styles.type}>{type}</span>
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
        {!required && <span className={styles.loose}>{t('docs.mayBeMissing')}</span>}
        {nullable && <span className={styles.loose}>{t('docs.mayBeNull')}</span>}
      </p>
      <p className={styles.meaning}>
        {description}
        {again !== undefined && <span> {t('docs.again', { shape: again })}</span>}
      </p>
    </div>
  );
}
