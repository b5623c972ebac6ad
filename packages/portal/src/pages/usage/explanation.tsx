import type { CallExplanation, CheckOutcome, GatewayFailureStatus } from '@openhouse/contract';
import { explanationChinese, explanationEnglish } from '../../languages/explanation-words.ts';
import { useLaterWords } from '../../languages/use-later-words.ts';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { costWords } from '../../ui/cost.ts';
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx';
import { wholeTime } from '../../ui/time.ts';
import styles from './explain-card.module.css';
import { useNames } from './use-names.ts';

const words = { en: explanationEnglish, zh: explanationChinese } as const;

/** One call: what it was, each check in the gateway's order, and at the failing one how to mend it. */
export function Explanation({ explained }: { readonly explained: CallExplanation }) {
  const { t, i18n } = useUsageWords();
  const nameOf = useNames();
  const { call, checks, appKey, ignored } = explained;
  const { operation, status, httpStatus, at, costMs, version, network, requestId, traceId } = call;
  return (
    <section className={styles.explanation} aria-label={t('usage:explanationOf', { id: requestId })}>
      <p className={styles.verdict} role="status">
        <strong className={status === 'success' ? styles.succeeded : styles.refused}>
          {httpStatus} {nameOf('result', status)}
        </strong>
        <code>{nameOf('operation', operation)}</code>
        <span>{wholeTime(at, i18n.language)}</span>
        <span>{costWords(costMs, i18n.language)}</span>
        {version !== null && <span>{t('usage:secretOf', { version })}</span>}
        {network !== null && <span>{t('usage:fromNetwork', { network })}</span>}
      </p>
      <ol className={styles.checks}>
        {checks.map((check) => (
          <Check key={check.check} {...check} explained={explained} />
        ))}
      </ol>
      {ignored.length > 0 && (
        <p>
          {t('usage:ignored')} <code>{ignored.join(', ')}</code>
        </p>
      )}
      <p className={styles.ids}>
        trace_id <code>{traceId}</code>
        {appKey === null && status !== 'success' && <span>{t('usage:nobodys')}</span>}
      </p>
    </section>
  );
}

function Check({ check, outcome, explained }: CheckOutcome & { readonly explained: CallExplanation }) {
  const { t } = useLaterWords('explanation', words);
  const { t: ofUsage } = useUsageWords();
  return (
    <li className={styles[outcome]}>
      <span className={styles.mark} aria-hidden="true">
        {outcome === 'passed' && <CheckIcon size={13} stroke={2.6} />}
        {outcome === 'failed' && <CloseIcon size={13} stroke={2.6} />}
      </span>
      <span className={styles.name}>
        {t(`explanation:check.${check}`)}
        <span className={outcome === 'failed' ? styles.word : 'oh-visually-hidden'}>
          {' '}
          {ofUsage(`usage:outcome.${outcome}`)}
        </span>
      </span>
      {outcome === 'failed' && <Mending explained={explained} />}
    </li>
  );
}

/** What the caller was told, what to do, and where to read more. */
function Mending({ explained: { call, failure } }: { readonly explained: CallExplanation }) {
  const { t, i18n } = useLaterWords('explanation', words);
  const { t: ofUsage } = useUsageWords();
  if (failure === null) return null;
  const { hint, message, reference } = failure;
  const { status, version, parameter } = call;
  return (
    <div className={styles.mending}>
      {parameter !== null && (
        <p>
          {ofUsage('usage:parameter')} <code>{parameter}</code>
        </p>
      )}
      <p className={styles.told} lang="en">
        “{message}”
      </p>
      {hint === 'secret-retired' && version !== null && <p>{t('explanation:hint.secret-retired', { version })}</p>}
      {hint === 'secret-wrong' && <p>{t('explanation:hint.secret-wrong')}</p>}
      <p>
        <strong>{ofUsage('usage:mendTitle')}</strong>{' '}
        {/* A newer gateway may refuse in ways that these pages have no words for. */}
        {i18n.exists(`usage.mend.${status}`) ? (
          t(`usage.mend.${status as GatewayFailureStatus}`)
        ) : (
          <span lang="en">{failure.advice}</span>
        )}{' '}
        <a href={reference}>{ofUsage('usage:readMore')}</a>
      </p>
    </div>
  );
}
