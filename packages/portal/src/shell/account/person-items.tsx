import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../api/account.ts';
import { useAccount } from '../../api/portal-context.tsx';
import { useOnline } from '../../api/use-online.ts';
import { DeviceIcon, SignOutIcon } from '../../ui/icons.tsx';
import { paths, SIGN_OUT_PATH } from '../paths.ts';
import styles from './person-items.module.css';
import { PreferenceItems } from './preference-items.tsx';

/** What a signed-in person finds in their menu. */
export function PersonItems({ person }: { readonly person: Person }) {
  const { t } = useTranslation();
  const { signOut } = useAccount();
  const isOnline = useOnline();
  return (
    <>
      <div className={styles.who}>
        <strong>{person.name}</strong>
        {person.email !== '' && person.email !== person.name && <span>{person.email}</span>}
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} to={paths.sessions} leftSection={<DeviceIcon size={16} />}>
        {t('shell.sessions')}
      </Menu.Item>
      <Menu.Divider />
      <PreferenceItems />
      <Menu.Divider />
      <Menu.Item
        component="a"
        href={SIGN_OUT_PATH}
        // Without a network it would lead away from the page, and sign nobody out.
        onClick={(event) => (isOnline ? signOut() : event.preventDefault())}
        leftSection={<SignOutIcon size={16} />}
      >
        {t('shell.signOut')}
      </Menu.Item>
    </>
  );
}
