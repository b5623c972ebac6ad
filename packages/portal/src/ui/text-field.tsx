import { type InputHTMLAttributes, useId } from 'react';
import styles from './field.module.css';

interface TextFieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'value' | 'maxLength' | 'autoFocus' | 'autoCapitalize' | 'placeholder' | 'spellCheck'
  > {
  readonly label: string;
  readonly hint?: string;
  readonly onChange: (value: string) => void;
}

/** A line of text with its label. */
export function TextField({ label, hint, onChange, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
      <input
        {...input}
        id={id}
        className={styles.control}
        required
        autoComplete="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
