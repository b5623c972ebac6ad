import type { AppRow, PersonRow, TeamRow, TourRow } from '@openhouse/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../shell/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './operator.module.css';
import { useWords } from './words.ts';

/** Things of one kind, one per row; renders nothing for an empty list. */
export function Rows({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Card title={title}>
      <ul className={styles.list}>{children}</ul>
    </Card>
  );
}

/** One row: what it is, what belongs to it, how it stands. */
export function Row({
  name,
  about,
  state,
}: {
  readonly name: ReactNode;
  readonly about: ReactNode;
  readonly state?: ReactNode;
}) {
  return (
    <li className={styles.row}>
      <span>{name}</span>
      <span className={styles.muted}>{about}</span>
      <span>{state}</span>
    </li>
  );
}

function Standing({ isSuspended }: { readonly isSuspended: boolean }) {
  const { t } = useWords();
  return (
    <Status tone={isSuspended ? 'idle' : 'ok'}>{t(isSuspended ? 'apps.state.suspended' : 'apps.state.live')}</Status>
  );
}

export const teamRow = ({ id, name, suspended }: TeamRow) => (
  <Row
    key={id}
    name={<TeamLink id={id} name={name} />}
    about={<code>{id}</code>}
    state={<Standing isSuspended={suspended !== null} />}
  />
);

export const personRow = ({ userCode, name, email, suspended }: PersonRow) => (
  <Row
    key={userCode}
    name={<PersonLink userCode={userCode} name={name} />}
    about={email === '' ? <code>{userCode}</code> : email}
    state={<Standing isSuspended={suspended !== null} />}
  />
);

export const appRow = (app: AppRow) => (
  <Row
    key={app.appKey}
    name={<AppLink appKey={app.appKey} name={app.name} />}
    about={
      <>
        <code>{app.appKey}</code> <TeamLink {...app.team} />
      </>
    }
    state={<AppState state={app.state} />}
  />
);

export const tourRow = ({ resourceCode, name, team }: TourRow) => (
  <Row
    key={`${team.id} ${resourceCode}`}
    name={name}
    about={<code>{resourceCode}</code>}
    state={<TeamLink {...team} />}
  />
);

export function AppState({ state }: Pick<AppRow, 'state'>) {
  const { t } = useWords();
  return <Status tone={state === 'live' ? 'ok' : 'idle'}>{t(`apps.state.${state}`)}</Status>;
}

export function TeamLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Link to={paths.operatorTeam} params={{ id }}>
      {name}
    </Link>
  );
}

export function PersonLink({ userCode, name }: { readonly userCode: string; readonly name: string }) {
  return (
    <Link to={paths.operatorPerson} params={{ userCode }}>
      {name === '' ? userCode : name}
    </Link>
  );
}

export function AppLink({ appKey, name }: { readonly appKey: string; readonly name: string }) {
  return (
    <Link to={paths.operatorApp} params={{ appKey }}>
      {name}
    </Link>
  );
}
