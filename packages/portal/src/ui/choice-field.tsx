import { useId } from 'react';
import styles from './field.module.css';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  /** True when the words beside the field say what it is: the label is read out only. */
  readonly labelHidden?: boolean;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: string])[];
  readonly onChange: (value: Value) => void;
}

/** One of a few choices, with the browser's own list. */
export function ChoiceField<Value extends string>({
  label,
  labelHidden,
  value,
  choices,
  onChange,
}: ChoiceFieldProps<Value>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'oh-visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        className={styles.control}
        value={value}
        onChange={(event) => {
          const chosen = choices.find(([candidate]) => candidate === event.target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
