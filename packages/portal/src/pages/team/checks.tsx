import styles from './checks.module.css';

interface ChecksProps<Value extends string> {
  readonly label: string;
  /** True when the words beside the boxes say what they are: the label is read out only. */
  readonly labelHidden?: boolean;
  readonly choices: readonly (readonly [value: Value, meaning: string])[];
  readonly chosen: readonly Value[];
  /** Told what is chosen, in the order of the choices. */
  readonly onChange: (chosen: Value[]) => void;
}

/** Any of a few choices, each by its name in the contract and what that means. */
export function Checks<Value extends string>({ label, labelHidden, choices, chosen, onChange }: ChecksProps<Value>) {
  const change = (value: Value, isChosen: boolean) =>
    onChange(choices.map(([one]) => one).filter((one) => (one === value ? isChosen : chosen.includes(one))));
  return (
    <fieldset className={styles.checks}>
      <legend className={labelHidden ? 'oh-visually-hidden' : undefined}>{label}</legend>
      <div>
        {choices.map(([value, meaning]) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) => change(value, target.checked)}
            />
            <span>
              <code>{value}</code>
              <span>{meaning}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
