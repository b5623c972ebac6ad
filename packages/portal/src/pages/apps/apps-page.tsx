import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../account-context.tsx';
import { Crumb } from '../../shell/crumb.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { NoTeam } from './no-team.tsx';
import { Places } from './places.tsx';

/** The Developer apps of the active Team, or what to do without one. */
export function AppsPage() {
  const { t } = useTranslation();
  const account = useSignedIn();
  switch (account.case) {
    case 'without-team':
      return <NoTeam person={account.person} />;
    case 'with-team':
      return (
        <>
          <Crumb>
            <span>{account.team.name}</span>
          </Crumb>
          <PageHeading title={t('apps.title')} lede={t('apps.lede')} />
          <Places />
        </>
      );
  }
}
