import { useTranslation } from 'react-i18next';
import { buttonClass } from './button.tsx';

/** Where the sign-in of another window ends; a page that says so (shell/paths.ts). */
const SIGNED_IN = '/dashboard/signed-in';

/** Signs in in a separate window: what was typed on this page stays, without being stored. */
export function SignInAgain() {
  const { t } = useTranslation();
  const address = `/auth/sign-in?gotoURL=${encodeURIComponent(SIGNED_IN)}`;
  return (
    <a className={buttonClass('primary', 'small')} href={address} target="openhouse-sign-in">
      {t('problems.signIn')}
    </a>
  );
}
