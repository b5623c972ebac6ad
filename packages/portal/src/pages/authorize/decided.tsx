import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../../shell/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import consent from '../../ui/consent.module.css';
import { Door } from '../../ui/door.tsx';
import styles from './authorize-page.module.css';
import { useWords } from './words.ts';

interface DecidedProps {
  readonly decision: 'allow' | 'deny';
  readonly machine: string;
  readonly onAgain: () => void;
}

/** The end of the way: back to the terminal. */
export function Decided({ decision, machine, onAgain }: DecidedProps) {
  const { t } = useWords();
  const title = t(`authorize:${decision === 'allow' ? 'allowedTitle' : 'deniedTitle'}`, { machine });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.decided}>
      <title>{t('titles.suffix', { page: title })}</title>
      <Door state={decision === 'allow' ? 'open' : 'shut'} width={44} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{t(`authorize:${decision === 'allow' ? 'allowedText' : 'deniedText'}`)}</p>
      <div className={consent.actions}>
        <Link to={paths.sessions} className={buttonClass('plain')}>
          {t('authorize:toSessions')}
        </Link>
        {decision === 'deny' && <Button onClick={onAgain}>{t('authorize:otherCode')}</Button>}
      </div>
    </section>
  );
}
