import type { AppWarning } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { Message } from '../../../ui/message.tsx';
import { MomentIn } from '../../../ui/moment.tsx';

/** What of the app ends within a week, and what to do about it. */
export function AppWarnings({ warnings }: { readonly warnings: readonly AppWarning[] }) {
  const { t } = useTranslation();
  return warnings.map(({ kind, endsAt, version }) => (
    <Message key={`${kind} ${version}`} tone="warning">
      {t(`app.warning.${kind}`, { version: version ?? '' })}{' '}
      <MomentIn words={(when) => t('app.warningEnds', { when })} iso={endsAt} />
    </Message>
  ));
}
