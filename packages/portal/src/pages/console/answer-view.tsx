import type { OperationAnswer } from '@openhouse/contract';
import { useMemo } from 'react';
import { useConsoleWords } from '../../languages/use-console-words.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './console.module.css';
import { EnvelopeView } from './envelope-view.tsx';
import type { OperationWords } from './operation-words.ts';

interface AnswerViewProps {
  readonly answer: OperationAnswer;
  readonly words: OperationWords;
}

/** What the gateway answered: outcome and timing, what a failure means, and the envelope. */
export function AnswerView({ answer, words }: AnswerViewProps) {
  const { t } = useConsoleWords();
  const { code, status, cost, message } = useMemo(() => headOf(answer.envelope), [answer.envelope]);
  const succeeded = status === 'success';
  return (
    <div className={styles.answer}>
      <dl className={styles.figures}>
        <div>
          <dt>{t('console:outcome')}</dt>
          <dd>
            <span role="status">
              <Status tone={succeeded ? 'ok' : 'warn'}>
                {[`HTTP ${answer.httpStatus}`, status].filter(Boolean).join(' · ')}
              </Status>
            </span>
          </dd>
        </div>
        {code !== undefined && <Figure name="code" value={String(code)} />}
        {cost !== undefined && <Figure name={t('console:cost')} value={`${cost} ms`} />}
        <Figure name={t('console:roundTrip')} value={`${answer.roundTripMs} ms`} />
        <Figure name={t('console:size')} value={sizeOf(answer.bytes)} />
        <div>
          <dt>request_id</dt>
          <dd className={styles.id}>
            {answer.requestId}
            <CopyButton value={answer.requestId} what="request_id" />
          </dd>
        </div>
      </dl>
      {!succeeded && status !== undefined && <Advice status={status} message={message} words={words} />}
      <EnvelopeView key={answer.requestId} envelope={answer.envelope} />
      <details className={styles.headers}>
        <summary>{t('console:headers', { count: answer.headers.length })}</summary>
        <dl>
          {answer.headers.map(({ name, value }) => (
            <Header key={name} name={name} value={value} />
          ))}
        </dl>
      </details>
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Header({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

interface AdviceProps {
  readonly status: string;
  readonly message: string | undefined;
  readonly words: OperationWords;
}

/** What a failure means and how it is mended. */
function Advice({ status, message, words }: AdviceProps) {
  const { t } = useConsoleWords();
  const known = words.failure(status);
  return (
    <div className={styles.advice}>
      <strong>{status}</strong>
      {message !== undefined && <p lang="en">{message}</p>}
      {known !== undefined && (
        <p>
          {known.message} {known.advice}
        </p>
      )}
      {/* A full page load, so that the browser scrolls to the fragment once the page is there. */}
      <a href={`/docs/reference/errors#${status}`}>{t('console:readFailure')}</a>
    </div>
  );
}

interface Head {
  readonly code?: number | undefined;
  readonly status?: string | undefined;
  readonly cost?: number | undefined;
  readonly message?: string | undefined;
}

/** The few fields of an envelope that stand above it. Ids in `data` would lose digits here, so nothing else is read. */
function headOf(envelope: string): Head {
  try {
    const { code, status, cost, message } = JSON.parse(envelope) as Record<string, unknown>;
    return {
      code: typeof code === 'number' ? code : undefined,
      status: typeof status === 'string' ? status : undefined,
      cost: typeof cost === 'number' ? cost : undefined,
      message: typeof message === 'string' ? message : undefined,
    };
  } catch {
    return {};
  }
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KiB`;
}
