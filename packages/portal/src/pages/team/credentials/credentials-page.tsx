import { Link } from '@tanstack/react-router';
import { useCredentialWords } from '../../../languages/use-credential-words.ts';
import { Crumb } from '../../../shell/crumb.tsx';
import { type TeamPageProps, withTeam } from '../../../shell/team/with-team.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import styles from '../programs.module.css';
import { TeamParts } from '../team-parts.tsx';
import { OwnersCredentials } from './owners-credentials.tsx';

/** Credentials with which programs act for the active Team. People who are not owners see whom to ask. */
export const CredentialsPage = withTeam(({ team }: TeamPageProps) => {
  const { t } = useCredentialWords();
  const guide: string = '/docs/command-line';
  return (
    <>
      <Crumb>
        <span>{team.name}</span>
      </Crumb>
      <PageHeading
        title={t('credentials:title')}
        lede={
          <>
            {t('credentials:lede')} <Link to={guide}>{t('credentials:guide')}</Link>
          </>
        }
      />
      <TeamParts />
      {team.role === 'owner' ? (
        <OwnersCredentials teamId={team.id} />
      ) : (
        <p className={styles.note}>{t('credentials:onlyOwners')}</p>
      )}
    </>
  );
});
