import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';

/** How long the tick stays after copying. */
const COPIED_MS = 1_600;

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, as it continues "Copy …". */
  readonly what: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <>
      <IconButton
        label={t('common.copy', { what })}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        {copied ? <CheckIcon size={15} stroke={2.4} /> : <CopyIcon size={15} />}
      </IconButton>
      <span className="oh-visually-hidden" role="status">
        {copied && t('common.copied')}
      </span>
    </>
  );
}
