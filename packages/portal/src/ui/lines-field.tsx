import { useId } from 'react';
import styles from './field.module.css';

interface LinesFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
}

/** Several values, each on a line of its own; may be left empty. */
export function LinesField({ label, hint, value, placeholder, onChange }: LinesFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`}>{hint}</p>
      <textarea
        id={id}
        className={`${styles.control} ${styles.lines}`}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
