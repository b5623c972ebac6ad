import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './authorize-page.module.css';
import { isWholeCode, writtenCode } from './user-code.ts';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsShort(!isWholeCode(code));
    if (isWholeCode(code) && !busy) onCode(code);
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
          onChange={(typed) => setCode(writtenCode(typed))}
        />
      </div>
      {isShort && !isWholeCode(code) && (
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
