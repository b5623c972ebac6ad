import { type ChangeEvent, type InputHTMLAttributes, useId } from 'react';
import styles from './field.module.css';

interface TextFieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'value'
    | 'maxLength'
    | 'pattern'
    | 'inputMode'
    | 'autoFocus'
    | 'autoCapitalize'
    | 'placeholder'
    | 'spellCheck'
    | 'onCompositionEnd'
    | 'onBlur'
  > {
  readonly label: string;
  readonly hint?: string;
  /** May be left empty. */
  readonly optional?: boolean;
  readonly onChange: (value: string, event: ChangeEvent<HTMLInputElement>) => void;
}

/** A line of text with its label. */
export function TextField({ label, hint, optional = false, onChange, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
      <input
        {...input}
        id={id}
        className={styles.control}
        required={!optional}
        autoComplete="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value, event)}
      />
    </div>
  );
}
