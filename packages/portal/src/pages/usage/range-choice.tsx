import { useId } from 'react';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import styles from './range-choice.module.css';
import { type UsageRange, usageRanges } from './usage-search.ts';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: string, whole?: string])[];
  readonly onChange: (value: Value) => void;
}

/** A few choices side by side, one of them taken; arrow keys move as in any group of radio buttons. */
export function SideChoice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className="oh-visually-hidden">{label}</legend>
      {choices.map(([choice, name, whole]) => (
        <label key={choice}>
          <input
            type="radio"
            className="oh-visually-hidden"
            name={group}
            value={choice}
            checked={choice === value}
            aria-label={whole}
            onChange={() => onChange(choice)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface RangeChoiceProps {
  readonly value: UsageRange;
  readonly onChange: (range: UsageRange) => void;
}

/** How far back the page looks. */
export function RangeChoice({ value, onChange }: RangeChoiceProps) {
  const { t } = useUsageWords();
  const ranges = Object.keys(usageRanges) as UsageRange[];
  return (
    <SideChoice
      label={t('usage:range')}
      value={value}
      choices={ranges.map((range) => [range, t(`usage:rangeShort.${range}`), t(`usage:rangeWhole.${range}`)] as const)}
      onChange={onChange}
    />
  );
}
