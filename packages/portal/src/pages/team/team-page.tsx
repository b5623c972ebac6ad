import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { Crumb } from '../../shell/crumb.tsx';
import { type TeamPageProps, withTeam } from '../../shell/team/with-team.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { PencilIcon, PlusIcon } from '../../ui/icons.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { DeleteTeamCard } from './delete-team-card.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { membersQuery } from './members-query.ts';
import { RenameTeamDialog } from './rename-team-dialog.tsx';
import styles from './team-page.module.css';
import { TeamParts } from './team-parts.tsx';

/** Who is in the active Team, and who may come in. */
export const TeamPage = withTeam(({ team, person }: TeamPageProps) => {
  const { t } = useTranslation();
  const { data: people, error, refetch } = useQuery(membersQuery(usePortal(), team.id));
  const [asking, setAsking] = useState<'invite' | 'rename'>();
  const isOwner = team.role === 'owner';
  return (
    <>
      <Crumb>
        <span>{team.name}</span>
      </Crumb>
      <PageHeading
        title={team.name}
        lede={t('team.lede')}
        action={
          isOwner && (
            <div className={styles.actions}>
              <Button icon={<PencilIcon size={15} />} onClick={() => setAsking('rename')}>
                {t('team.rename')}
              </Button>
              <Button look="primary" icon={<PlusIcon size={16} />} onClick={() => setAsking('invite')}>
                {t('team.invite')}
              </Button>
            </div>
          )
        }
      />
      <TeamParts />
      {people === undefined && error === null && <Waiting />}
      {error !== null && (
        <>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
          {people === undefined && <Button onClick={() => void refetch()}>{t('problems.retry')}</Button>}
        </>
      )}
      {people !== undefined && (
        <div className={styles.cards}>
          <Card title={t('team.members')} note={t('team.count', { count: people.members.length })}>
            <ul className={styles.list}>
              {people.members.map((member) => (
                <MemberRow
                  key={member.userCode}
                  member={member}
                  teamId={team.id}
                  isOwner={isOwner}
                  isYou={member.userCode === person.userCode}
                />
              ))}
            </ul>
          </Card>
          {isOwner && people.invitations.length > 0 && (
            <Card title={t('team.invitations')} note={t('team.invitationsNote')}>
              <ul className={styles.list}>
                {people.invitations.map((invitation) => (
                  <InvitationRow key={invitation.id} invitation={invitation} teamId={team.id} />
                ))}
              </ul>
            </Card>
          )}
          {isOwner && team.deletion === undefined && <DeleteTeamCard team={team} />}
        </div>
      )}
      {asking === 'invite' && (
        <InviteDialog teamId={team.id} sendsMail={people?.sendsMail ?? false} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'rename' && <RenameTeamDialog team={team} onClose={() => setAsking(undefined)} />}
    </>
  );
});
