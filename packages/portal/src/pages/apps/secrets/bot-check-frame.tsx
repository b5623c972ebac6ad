import { useComputedColorScheme } from '@mantine/core';
import { BOT_CHECK_WIDGET_PATH, type BotCheckMessage } from '@openhouse/contract';
import { useEffect, useRef, useState } from 'react';
import { useSecretWords } from '../../../languages/use-secret-words.ts';
import classes from './bot-check-frame.module.css';

/** Height before the check has said its own, in CSS pixels: that of the services' usual boxes. */
const FIRST_HEIGHT = 80;

interface BotCheckFrameProps {
  /** Told the answer when there is one, null when it has run out. */
  readonly onAnswer: (answer: string | null) => void;
  /** Told that the check cannot be shown. */
  readonly onBroken: () => void;
}

/** The check of Turnstile, hCaptcha or reCAPTCHA, in a document of its own: their scripts never run in this page. */
export function BotCheckFrame({ onAnswer, onBroken }: BotCheckFrameProps) {
  const { t, i18n } = useSecretWords();
  const theme = useComputedColorScheme('light');
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT);

  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow || !isBotCheckMessage(data)) return;
      setHeight(Math.max(FIRST_HEIGHT, data.height));
      if (data.broken) onBroken();
      onAnswer(data.answer);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [onAnswer, onBroken]);

  const query = new URLSearchParams({ theme, language: i18n.language });
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={t('secrets:checkFrame')}
      src={`${BOT_CHECK_WIDGET_PATH}?${query}`}
      height={height}
    />
  );
}

function isBotCheckMessage(data: unknown): data is BotCheckMessage {
  return typeof data === 'object' && data !== null && 'from' in data && data.from === 'openhouse-bot-check';
}
