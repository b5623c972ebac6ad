import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../api/account.ts';
import { useAccount } from '../api/portal-context.tsx';
import { MenuIcon } from '../ui/icons.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Logo } from '../ui/logo.tsx';
import { Notices } from '../ui/notices.tsx';
import { CrumbSlot } from './crumb.tsx';
import { Drawer } from './drawer.tsx';
import { focusHeading } from './focus-heading.ts';
import { SchemeButton } from './scheme-button.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { comesFromSignIn } from './signing-in.ts';

// It shows nothing until it has asked.
const StatusNote = lazyPart<object, 'StatusNote'>(() => import('../ui/seldom-noticed.tsx'), 'StatusNote');

interface ShellProps {
  /** The navigation of the docs, instead of the dashboard's. */
  readonly docsSidebar: ReactNode;
}

/** The frame of every page but the landing page: sidebar (a drawer on a phone), header, content. */
export function Shell({ docsSidebar }: ShellProps) {
  const { t } = useTranslation();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [crumbSlot, setCrumbSlot] = useState<HTMLElement | null>(null);
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes the drawer.
  useEffect(() => setDrawerOpen(false), [pathname]);
  useFocusOnArrival(pathname, drawerOpen);
  const sidebar = useIsInDocs() ? docsSidebar : <Sidebar />;

  return (
    <div className={styles.shell}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page, only the address stays as it is. */}
      <a className={styles.skip} href="#content" onClick={skip}>
        {t('skip')}
      </a>
      <div className={styles.side}>
        <Suspense>{sidebar}</Suspense>
      </div>
      <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)}>
        <Suspense>{sidebar}</Suspense>
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
          <Suspense>
            <StatusNote />
          </Suspense>
          <Notices />
          <CrumbSlot value={crumbSlot}>
            <Outlet />
          </CrumbSlot>
        </main>
      </div>
    </div>
  );
}

/** Leads the keyboard past the navigation. What stands behind the `#` of the address is the page's own, such as the view of a tour. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** Whether the page that shows is one of the docs. */
function useIsInDocs(): boolean {
  return useRouterState({ select: ({ location }) => /^\/docs(\/|$)/.test(location.pathname) });
}

/**
 * After a change of page the keyboard and the screen reader start at the new page's heading, or at its content while
 * that has none yet. Not before the drawer is shut: what lies behind an open one cannot take focus.
 */
function useFocusOnArrival(pathname: string | undefined, drawerOpen: boolean) {
  const { account } = useAccount();
  const last = useRef<string>(undefined);
  const topOnArrival = useTopOnArrival();
  useEffect(() => {
    if (drawerOpen || pathname === undefined || last.current === pathname) return;
    if (last.current === undefined) {
      // Whether somebody has signed in, or is about to leave for it, is known with the account.
      if (account === undefined) return;
      last.current = pathname;
      // After a sign-in the page is a new one to its person; who opens an address starts at the top of the window.
      if (isSignedIn(account) && comesFromSignIn()) focusHeading();
      return;
    }
    last.current = pathname;
    window.scrollTo(0, topOnArrival());
    focusHeading({ preventScroll: true });
  }, [pathname, drawerOpen, account, topOnArrival]);
}

/**
 * Notes how far down each page of the history is when it is left. In memory: nothing of a visit stays in the browser.
 * @returns How far down the page begins that one has come to, in pixels: after back and forward where it was left.
 */
function useTopOnArrival(): () => number {
  const { history } = useRouter();
  const [tops] = useState<number[]>([]);
  const travelled = useRef(false);
  useEffect(() => {
    let left = history.location.state.__TSR_index;
    return history.subscribe(({ location, action }) => {
      tops[left] = window.scrollY;
      left = location.state.__TSR_index;
      travelled.current = action.type !== 'PUSH' && action.type !== 'REPLACE';
    });
  }, [history, tops]);
  return useCallback(() => (travelled.current && tops[history.location.state.__TSR_index]) || 0, [history, tops]);
}
