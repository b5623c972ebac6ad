import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../api/account.ts';
import { LanguageIcon, SelectorIcon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { signInPath } from '../paths.ts';
import styles from './account-menu.module.css';

const PersonItems = lazyPart(() => import('./person-items.tsx'), 'PersonItems');
const PreferenceItems = lazyPart(() => import('./preference-items.tsx'), 'PreferenceItems');

/** Who is signed in, and what they can do about it. Somebody who is not still chooses theme and language. */
export function AccountMenu({ account }: { readonly account: Account | undefined }) {
  switch (account?.case) {
    case 'with-team':
    case 'without-team': {
      const { person } = account;
      return (
        <FootMenu
          icon={<Portrait name={person.name} kind="person" />}
          name={person.name}
          items={<PersonItems person={person} />}
        />
      );
    }
    case 'anonymous':
      return (
        <>
          <SignInLink />
          <PreferencesMenu />
        </>
      );
    case 'provider-unavailable':
    case undefined:
      return <PreferencesMenu />;
  }
}

function PreferencesMenu() {
  const { t } = useTranslation();
  const name = t('shell.preferences');
  return <FootMenu icon={<LanguageIcon />} name={name} items={<PreferenceItems />} />;
}

/** Signs in and comes back to the page one is reading. */
function SignInLink() {
  const { t } = useTranslation();
  const { href } = useLocation();
  return (
    <a className={styles.signIn} href={signInPath(href)}>
      {t('shell.signIn')}
    </a>
  );
}

interface FootMenuProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly items: ReactNode;
}

function FootMenu({ icon, name, items }: FootMenuProps) {
  const face = (
    <>
      {icon}
      <span className={styles.name}>{name}</span>
      <SelectorIcon size={15} />
    </>
  );
  return <MenuButton className={styles.button} face={face} items={items} position="top-start" width={208} />;
}
