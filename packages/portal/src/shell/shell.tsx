import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../portal-context.tsx';
import { MenuIcon } from '../ui/icons.tsx';
import { Logo } from '../ui/logo.tsx';
import { CrumbSlot } from './crumb.tsx';
import { Drawer } from './drawer.tsx';
import { SchemeButton } from './scheme-button.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The frame of every page but the landing page: sidebar (a drawer on a phone), header, content. */
export function Shell() {
  const { t } = useTranslation();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [crumbSlot, setCrumbSlot] = useState<HTMLElement | null>(null);
  const { pathname } = useLocation();
  const { account, failed } = useAccount();
  useFocusHeadingOnArrival(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes the drawer.
  useEffect(() => setDrawerOpen(false), [pathname]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <div className={styles.side}>
        <Sidebar />
      </div>
      <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)}>
        <Sidebar />
      </Drawer>
      <div className={styles.column}>
        <header className={styles.header}>
          <button
            type="button"
            className={styles.burger}
            aria-label={t('shell.openMenu')}
            aria-haspopup="dialog"
            onClick={() => setDrawerOpen(true)}
          >
            <MenuIcon size={20} />
          </button>
          <span className={styles.headerBrand}>
            <Logo />
            {t('brand')}
          </span>
          <div className={styles.crumb} ref={setCrumbSlot} />
          <SchemeButton />
        </header>
        <main id="content" tabIndex={-1} className={styles.content}>
          {failed && account !== undefined && (
            <p className={styles.outage} role="status">
              {t('shell.outage')}
            </p>
          )}
          <CrumbSlot value={crumbSlot}>
            <Outlet />
          </CrumbSlot>
        </main>
      </div>
    </div>
  );
}

/** After a change of page the keyboard and the screen reader start at the new page's heading. */
function useFocusHeadingOnArrival(pathname: string) {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [pathname]);
}
