import { useId } from 'react';
import { Choice } from './choice.tsx';
import styles from './field.module.css';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  /** True when the words beside the field say what it is: the label is read out only. */
  readonly labelHidden?: boolean;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: string])[];
  readonly onChange: (value: Value) => void;
}

/** One of a few choices, with its label. */
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
      <label id={`${id}-label`} htmlFor={id} className={labelHidden ? 'oh-visually-hidden' : undefined}>
        {label}
      </label>
      <Choice id={id} labelId={`${id}-label`} value={value} choices={choices} onChange={onChange} />
    </div>
  );
}
