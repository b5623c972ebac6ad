import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Door, type DoorState } from '../../ui/door.tsx';
import { RefreshIcon } from '../../ui/icons.tsx';
import { paths, signInPath } from '../paths.ts';
import styles from './problem.module.css';

/** What can stand in a page's place. */
export type ProblemKind =
  | 'outage'
  | 'signInOutage'
  | 'signedOut'
  | 'refused'
  | 'notFound'
  | 'limited'
  | 'unavailable'
  | 'unreachable'
  | 'broken';

const doors: { readonly [Kind in ProblemKind]: DoorState } = {
  outage: 'ajar',
  signInOutage: 'ajar',
  signedOut: 'shut',
  refused: 'ajar',
  notFound: 'free',
  limited: 'shut',
  unavailable: 'shut',
  unreachable: 'shut',
  broken: 'shut',
};

interface ProblemProps {
  readonly kind: ProblemKind;
  /** What "Try again" does; loading the page anew when absent. */
  readonly onRetry?: () => void;
}

/** Says what is wrong, what stays as it is, and what to do, in place of a page. */
export function Problem({ kind, onRetry = () => window.location.reload() }: ProblemProps) {
  const { t } = useTranslation();
  const title = t(`problems.${kind}Title`);
  return (
    <section className={styles.problem}>
      <title>{t('titles.suffix', { page: title })}</title>
      <Door state={doors[kind]} width={44} />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{t(`problems.${kind}Text`)}</p>
      {kind === 'outage' && <p>{t('problems.outageAgain')}</p>}
      <div className={styles.actions}>
        <FirstAction kind={kind} onRetry={onRetry} />
        <LinkButton href={paths.docs}>{t('problems.toDocs')}</LinkButton>
      </div>
    </section>
  );
}

function FirstAction({ kind, onRetry }: Required<ProblemProps>) {
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
      return (
        <LinkButton look="primary" href={signInPath(paths.apps)}>
          {t('problems.signIn')}
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
