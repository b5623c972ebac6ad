import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { PortalError } from '../../api/portal-error.ts';
import { useUsageWords } from '../../languages/use-usage-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Message } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './explain-card.module.css';
import { Explanation } from './explanation.tsx';
import { explanationQuery } from './usage-queries.ts';

interface ExplainCardProps {
  readonly teamId: string;
  /** Request id to explain; empty for none. */
  readonly requestId: string;
  readonly onAsk: (requestId: string) => void;
}

const REQUEST_ID = /[A-Za-z0-9-]{8,64}/;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** @returns The request id in what was pasted: the id alone, or a whole envelope or header with it. */
export function requestIdIn(pasted: string): string {
  return (UUID.exec(pasted) ?? REQUEST_ID.exec(pasted))?.[0] ?? '';
}

/** Paste a `request_id`, read what the gateway looked at, what failed, and how to mend it. */
export function ExplainCard({ teamId, requestId, onAsk }: ExplainCardProps) {
  const { t } = useUsageWords();
  const [text, setText] = useState(requestId);
  const place = useRef<HTMLDivElement>(null);
  const arrived = useRef(false);
  useEffect(() => {
    setText(requestId);
    // Chosen in the list above: the answer shows down here. Not on arrival with a link, which starts at the top.
    if (arrived.current && requestId !== '') place.current?.scrollIntoView({ block: 'nearest' });
    arrived.current = true;
  }, [requestId]);
  const id = requestIdIn(requestId);
  return (
    <div ref={place}>
      <Card title={t('usage:explain')} note={t('usage:explainNote')}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            onAsk(requestIdIn(text));
          }}
        >
          <div className={styles.field}>
            <TextField
              label={t('usage:requestId')}
              value={text}
              maxLength={4000}
              placeholder="2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68"
              onChange={setText}
            />
          </div>
          <Button type="submit">{t('usage:explainAction')}</Button>
        </form>
        {id !== '' && <Explained key={id} teamId={teamId} requestId={id} />}
      </Card>
    </div>
  );
}

function Explained({ teamId, requestId }: { readonly teamId: string; readonly requestId: string }) {
  const { t } = useUsageWords();
  const { data, error } = useQuery(explanationQuery(usePortal(), teamId, requestId));
  if (data !== undefined) return <Explanation explained={data} />;
  const isUnknown = error instanceof PortalError && error.code === 'CALL_NOT_FOUND';
  return (
    <div className={styles.told}>
      {error === null && (
        <p className={styles.looking} role="status">
          {t('usage:looking')}
        </p>
      )}
      {isUnknown && <Message tone="warning">{t('usage:unknownCall')}</Message>}
      {error !== null && !isUnknown && <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />}
    </div>
  );
}
