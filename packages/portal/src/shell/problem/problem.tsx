import type { ProblemFacts } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Door, type DoorState } from '../../ui/door.tsx';
import { unreachableWords } from '../../ui/failure-message.tsx';
import { RefreshIcon } from '../../ui/icons.tsx';
import { paths, signInPath } from '../paths.ts';
import styles from './problem.module.css';

/** Problems that replace a page. */
export type ProblemKind =
  | 'outage'
  | 'signInOutage'
  | 'signedOut'
  | 'refused'
  | 'cookies'
  | 'notFound'
  | 'appMissing'
  | 'tourMissing'
  | 'limited'
  | 'unavailable'
  | 'unreachable'
  | 'broken';

const doors: { readonly [Kind in ProblemKind]: DoorState } = {
  outage: 'ajar',
  signInOutage: 'ajar',
  signedOut: 'shut',
  refused: 'ajar',
  cookies: 'shut',
  notFound: 'free',
  appMissing: 'free',
  tourMissing: 'free',
  limited: 'shut',
  unavailable: 'shut',
  unreachable: 'shut',
  broken: 'shut',
};

interface ProblemProps {
  readonly kind: ProblemKind;
  /** What "Try again" does; reloads the page if absent. */
  readonly onRetry?: () => void;
  /** What the server said of it; texts of others show as text. */
  readonly facts?: ProblemFacts;
  /** What was caught where the portal is unreachable. */
  readonly error?: unknown;
}

/** Replaces a page: says what is wrong, what is unaffected, and what to do. */
export function Problem({ kind, onRetry = () => window.location.reload(), facts = {}, error }: ProblemProps) {
  const { t } = useTranslation();
  const shown = facts.suspended === undefined ? kind : 'suspended';
  const title = t(`problems.${shown}Title`);
  return (
    <section className={styles.problem}>
      <title>{t('titles.suffix', { page: title })}</title>
      <Door state={doors[kind]} width={44} />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{shown === 'unreachable' ? unreachableWords(t, error) : t(`problems.${shown}Text`)}</p>
      {facts.suspended !== undefined && <p>{t('problems.suspendedReason', { reason: facts.suspended })}</p>}
      {facts.clocksDifferS !== undefined && <p>{t('problems.clocksDiffer', { seconds: facts.clocksDifferS })}</p>}
      {facts.says !== undefined && <p>{t('problems.providerSays', { text: facts.says })}</p>}
      {kind === 'outage' && <p>{t('problems.outageAgain')}</p>}
      <div className={styles.actions}>
        <FirstAction kind={kind} onRetry={onRetry} target={facts.target ?? paths.apps} />
        <LinkButton href={paths.docs}>{t('problems.toDocs')}</LinkButton>
      </div>
    </section>
  );
}

interface FirstActionProps extends Required<Pick<ProblemProps, 'kind' | 'onRetry'>> {
  /** Where signing in leads. */
  readonly target: string;
}

function FirstAction({ kind, onRetry, target }: FirstActionProps) {
  const { t } = useTranslation();
  switch (kind) {
    case 'outage':
    case 'signInOutage':
    case 'limited':
    case 'unavailable':
    case 'unreachable':
    case 'broken':
      return (
        <Button look="primary" icon={<RefreshIcon size={16} />} onClick={onRetry}>
          {t('problems.retry')}
        </Button>
      );
    case 'signedOut':
      return (
        <Button look="primary" onClick={onRetry}>
          {t('problems.signIn')}
        </Button>
      );
    case 'refused':
    case 'cookies':
      return (
        <LinkButton look="primary" href={signInPath(target)}>
          {t('problems.signIn')}
        </LinkButton>
      );
    case 'appMissing':
      return (
        <LinkButton look="primary" href={paths.apps}>
          {t('problems.toApps')}
        </LinkButton>
      );
    case 'tourMissing':
      return (
        <LinkButton look="primary" href={paths.tours}>
          {t('problems.toTours')}
        </LinkButton>
      );
    case 'notFound':
      return (
        <LinkButton look="primary" href={paths.landing}>
          {t('problems.toStart')}
        </LinkButton>
      );
  }
}
