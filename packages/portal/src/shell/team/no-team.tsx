import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../api/account.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Door } from '../../ui/door.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { paths, SIGN_OUT_PATH, signInPath } from '../paths.ts';
import { CreateTeamDialog } from './create-team-dialog.tsx';
import styles from './no-team.module.css';

/** For somebody who is signed in and belongs to no Team: neither an error nor an empty list, but what to do next. */
export function NoTeam({ person }: { readonly person: Person }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [creating, setCreating] = useState(false);
  const email = person.email === '' ? person.name : person.email;
  const signInAgain = `${SIGN_OUT_PATH}?gotoURL=${encodeURIComponent(signInPath(paths.apps))}`;
  return (
    <>
      <PageHeading title={t('apps.noTeamTitle')} lede={t('apps.noTeamLede', { email })} />
      <ul className={`${card.card} ${styles.ways}`}>
        <li>
          <Door state="free" width={30} />
          <div className={styles.words}>
            <h2>{t('apps.noTeamNew')}</h2>
            <p>{t('apps.noTeamNewText')}</p>
          </div>
          <Button look="primary" onClick={() => setCreating(true)}>
            {t('team.create')}
          </Button>
        </li>
        <li>
          <Door state="ajar" width={30} />
          <div className={styles.words}>
            <h2>{t('apps.noTeamInvited')}</h2>
            <p>{t('apps.noTeamInvitedText', { email })}</p>
          </div>
          <Button onClick={() => void queries.refetchQueries({ queryKey: ['account'] })}>{t('apps.checkAgain')}</Button>
        </li>
        <li>
          <Door state="shut" width={30} />
          <div className={styles.words}>
            <h2>{t('apps.noTeamWrongAccount')}</h2>
            <p>{t('apps.noTeamWrongAccountText')}</p>
          </div>
          <LinkButton href={signInAgain}>{t('apps.signOut')}</LinkButton>
        </li>
      </ul>
      {creating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </>
  );
}
