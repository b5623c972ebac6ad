import type { OperationForm } from '@openhouse/contract';
import { useId } from 'react';
import { useConsoleWords } from '../../languages/use-console-words.ts';
import { Choice } from '../../ui/choice.tsx';
import field from '../../ui/field.module.css';
import styles from './console.module.css';
import type { OperationWords } from './operation-words.ts';

/** One parameter of an operation, as a form asks for it. */
export type ParameterForm = OperationForm['parameters'][number];

interface OperationFieldProps {
  readonly parameter: ParameterForm;
  readonly words: OperationWords;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A parameter with its label and help. What does not fit is still sent: the refusal teaches. */
export function OperationField({ parameter, words, value, onChange }: OperationFieldProps) {
  const { t } = useConsoleWords();
  const id = useId();
  const { name, isRequired, pattern } = parameter;
  const isMissing = value === '' && isRequired;
  const isMalformed = value !== '' && !matches(pattern, value);
  const doubt = isMissing ? t('console:missing') : t('console:malformed');
  const hasDoubt = isMissing || isMalformed;
  return (
    <div className={field.field}>
      <label id={`${id}-label`} htmlFor={id}>
        <code>{name}</code>
        <span className={styles.optional}>{isRequired ? t('console:required') : t('console:optional')}</span>
      </label>
      <Control
        parameter={parameter}
        id={id}
        describedBy={hasDoubt ? `${id}-takes ${id}-doubt` : `${id}-takes`}
        value={value}
        onChange={onChange}
      />
      <p id={`${id}-takes`}>{words.takes(parameter)}</p>
      {hasDoubt && (
        <p id={`${id}-doubt`} className={styles.doubt}>
          {doubt}
        </p>
      )}
    </div>
  );
}

interface ControlProps extends Omit<OperationFieldProps, 'words'> {
  readonly id: string;
  readonly describedBy: string;
}

/** The control that the declaration asks for. */
function Control({ parameter: { name, control, choices, example }, id, describedBy, value, onChange }: ControlProps) {
  const { t } = useConsoleWords();
  const common = { id, name, className: `${field.control} ${styles.control}`, 'aria-describedby': describedBy };
  if (control === 'choice') {
    return (
      <Choice
        id={id}
        name={name}
        labelId={`${id}-label`}
        describedBy={describedBy}
        className={styles.control}
        value={value}
        choices={[['', t('console:notSent')], ...choices.map((choice) => [choice, choice] as const)]}
        onChange={onChange}
      />
    );
  }
  if (control === 'list') {
    return (
      <textarea
        {...common}
        className={`${common.className} ${styles.list}`}
        rows={3}
        spellCheck={false}
        value={entriesOf(value)}
        placeholder={t('console:onePerLine')}
        onChange={(event) => onChange(listOf(event.target.value))}
      />
    );
  }
  return (
    <input
      {...common}
      value={value}
      autoComplete="off"
      spellCheck={false}
      inputMode={control === 'number' ? 'numeric' : 'text'}
      placeholder={example}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function matches(pattern: string, value: string): boolean {
  return pattern === '' || new RegExp(pattern).test(value);
}

/** Entries of a list on lines of their own, as they stand in the field. */
export function entriesOf(value: string): string {
  if (!value.startsWith('[')) return value.replaceAll(',', '\n');
  try {
    return (JSON.parse(value) as unknown[]).join('\n');
  } catch {
    return value;
  }
}

/** Lines as the gateway takes a list: between commas, or as JSON where an entry holds what would be misread. */
export function listOf(lines: string): string {
  const entries = lines.split('\n');
  // A last line that is still empty stays, so that one can go on typing.
  const isPlain = entries.every((entry) => !/[,"[\]]/.test(entry));
  return isPlain ? entries.join(',') : JSON.stringify(entries);
}

/** What is sent of the values: nothing for those left empty, and no empty entries of a list. */
export function sentParameters(
  parameters: readonly ParameterForm[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap(({ name, control }) => {
      const value = values[name] ?? '';
      if (control === 'credential') return [];
      const sent = control === 'list' ? listOf(entriesOf(value).split('\n').filter(Boolean).join('\n')) : value;
      return sent === '' ? [] : [[name, sent]];
    }),
  );
}
