import type { AppWarning } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { Message } from '../../../ui/message.tsx';
import { Moment } from '../../../ui/moment.tsx';

/** What of the app ends within a week, and what to do about it. */
export function AppWarnings({ warnings }: { readonly warnings: readonly AppWarning[] }) {
  const { t } = useTranslation();
  return warnings.map(({ kind, endsAt, version }) => (
    <Message key={`${kind} ${version}`} tone="warning">
      {t(`app.warning.${kind}`, { version: version ?? '' })} {t('app.warningEnds')} <Moment iso={endsAt} />.
    </Message>
  ));
}
