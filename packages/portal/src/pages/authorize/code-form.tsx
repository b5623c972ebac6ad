import { type ChangeEvent, type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './authorize-page.module.css';
import { caretIn, isWholeCode, writtenCode } from './user-code.ts';
import { useWords } from './words.ts';

interface CodeFormProps {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onCode: (userCode: string) => void;
}

/** Asks for the code in the terminal. */
export function CodeForm({ busy, error, onCode }: CodeFormProps) {
  const { t } = useWords();
  const [code, setCode] = useState('');
  const [isShort, setIsShort] = useState(false);
  const written = writtenCode(code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsShort(!isWholeCode(written));
    if (isWholeCode(written) && !busy) onCode(written);
  };
  const write = (field: HTMLInputElement, isForward = false) => {
    const { value, selectionStart } = field;
    const now = writtenCode(value);
    if (now !== value) {
      const caret = caretIn(value.slice(0, selectionStart ?? value.length), isForward);
      // Here and not by the next rendering, which would put the caret at the end.
      field.value = now;
      // A browser may focus a field whose caret is set, and this one may have been left.
      if (document.activeElement === field) field.setSelectionRange(caret, caret);
    }
    setCode(now);
  };
  const change = (typed: string, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { isComposing, inputType } = nativeEvent as InputEvent;
    // What an input method is composing is its own until it is done: rewritten, it would come twice.
    if (isComposing) setCode(typed);
    else write(target, inputType === 'deleteContentForward');
  };
  return (
    <form className={`${card.card} ${styles.form}`} onSubmit={submit} noValidate>
      {error !== null && <FailureMessage error={error} tried={t('problems.actionFailed')} />}
      <div className={styles.code}>
        <TextField
          label={t('authorize:code')}
          hint={t('authorize:codeHint')}
          value={code}
          placeholder="XXXX-XXXX"
          autoFocus
          autoCapitalize="characters"
          spellCheck={false}
          onChange={change}
          onCompositionEnd={({ currentTarget }) => write(currentTarget)}
          onBlur={({ currentTarget }) => write(currentTarget)}
        />
      </div>
      {isShort && !isWholeCode(written) && (
        <p className={styles.short} role="alert">
          {t('authorize:codeShort')}
        </p>
      )}
      <div>
        <Button look="primary" type="submit" busy={busy}>
          {t('authorize:look')}
        </Button>
      </div>
    </form>
  );
}
