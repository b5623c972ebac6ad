import { useTranslation } from 'react-i18next';
import { FailureMessage } from '../../ui/failure-message.tsx';

/** The menu in which a Team was chosen has closed by the time that the choice fails. */
export function TeamChoiceFailed({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  return <FailureMessage error={error} tried={t('problems.actionFailed')} />;
}
