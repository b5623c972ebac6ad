import { useTranslation } from 'react-i18next';
import { Copied } from './copied.tsx';
import { IconButton } from './icon-button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { useCopying } from './use-copying.ts';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, as it continues "Copy …". */
  readonly what: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const { t } = useTranslation();
  const { said, copy } = useCopying();
  return (
    <Copied said={said} copied={t('common.copied')}>
      <IconButton label={t('common.copy', { what })} onClick={() => void copy(value)}>
        {said === 'copied' ? <CheckIcon size={15} stroke={2.4} /> : <CopyIcon size={15} />}
      </IconButton>
    </Copied>
  );
}
