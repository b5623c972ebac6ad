import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { accountQuery } from './api/account.ts';
import type { PortalClient } from './api/portal-client.ts';
import { usageSearch } from './pages/usage/usage-search.ts';
import { Dashboard } from './shell/dashboard.tsx';
import { paths } from './shell/paths.ts';
import { BrokenPage, NotFoundPage } from './shell/problem/route-problems.tsx';
import { Shell } from './shell/shell.tsx';
import { lazyPage } from './ui/lazy-page.tsx';
import { lazyPart } from './ui/lazy-part.ts';

/** What routes need before their page shows. */
export interface PagesContext {
  readonly queries: QueryClient;
  readonly portal: PortalClient;
}

const root = createRootRouteWithContext<PagesContext>()({
  component: Outlet,
  // The account is asked for beside the page's code, not after it.
  beforeLoad: ({ context }) => {
    void context.queries.prefetchQuery(accountQuery(context.portal));
  },
});

/** @returns The texts that an address may hold under these names, behind its `?`; what does not fit is left out. */
function texts<Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, search[name]]).filter(([, text]) => typeof text === 'string')) as {
      readonly [Key in Name]?: string;
    };
}

const landing = createRoute({
  getParentRoute: () => root,
  path: paths.landing,
  component: lazyPage(() => import('./pages/landing/landing-page.tsx'), 'LandingPage'),
});

/** Loaded with the first page of the docs. */
const DocsSidebar = lazyPart(() => import('./pages/docs/docs-sidebar.tsx'), 'DocsSidebar', false);

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: () => <Shell docsSidebar={<DocsSidebar />} />,
});

const docs = createRoute({
  getParentRoute: () => frame,
  path: paths.docs,
  component: lazyPage(() => import('./pages/docs/docs-page.tsx'), 'DocsPage'),
});

const publicConsole = createRoute({
  getParentRoute: () => frame,
  path: paths.publicConsole,
  component: lazyPage(() => import('./pages/console/public-console-page.tsx'), 'PublicConsolePage'),
});

const docPage = createRoute({
  getParentRoute: () => frame,
  path: paths.docPage,
  component: lazyPage(() => import('./pages/docs/docs-page.tsx'), 'DocsPage'),
});

const dashboard = createRoute({ getParentRoute: () => frame, path: '/dashboard', component: Dashboard });

const dashboardIndex = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.apps, replace: true });
  },
});

const apps = createRoute({
  getParentRoute: () => dashboard,
  path: 'apps',
  component: lazyPage(() => import('./pages/apps/apps-page.tsx'), 'AppsPage'),
});

const app = createRoute({
  getParentRoute: () => dashboard,
  path: 'apps/$appKey',
  component: lazyPage(() => import('./pages/apps/app-page.tsx'), 'AppPage'),
});

const tours = createRoute({
  getParentRoute: () => dashboard,
  path: 'tours',
  validateSearch: texts('q'),
  component: lazyPage(() => import('./pages/tours/tours-page.tsx'), 'ToursPage'),
});

const tour = createRoute({
  getParentRoute: () => dashboard,
  path: 'tours/$resourceCode',
  component: lazyPage(() => import('./pages/explorer/explorer-page.tsx'), 'ExplorerPage'),
});

const makeTour = createRoute({
  getParentRoute: () => dashboard,
  path: 'make-tour',
  component: lazyPage(() => import('./pages/tours/make/make-tour-page.tsx'), 'MakeTourPage'),
});

const usage = createRoute({
  getParentRoute: () => dashboard,
  path: 'usage',
  validateSearch: usageSearch,
  component: lazyPage(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
});

const team = createRoute({
  getParentRoute: () => dashboard,
  path: 'team',
  component: lazyPage(() => import('./pages/team/team-page.tsx'), 'TeamPage'),
});

const webhooks = createRoute({
  getParentRoute: () => dashboard,
  path: 'team/webhooks',
  validateSearch: texts('log', 'state'),
  component: lazyPage(() => import('./pages/team/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const credentials = createRoute({
  getParentRoute: () => dashboard,
  path: 'team/credentials',
  component: lazyPage(() => import('./pages/team/credentials/credentials-page.tsx'), 'CredentialsPage'),
});

const audit = createRoute({
  getParentRoute: () => dashboard,
  path: 'audit',
  validateSearch: texts('action', 'outcome'),
  component: lazyPage(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
});

const consolePage = createRoute({
  getParentRoute: () => dashboard,
  path: 'console',
  component: lazyPage(() => import('./pages/console/console-page.tsx'), 'ConsolePage'),
});

const join = createRoute({
  getParentRoute: () => dashboard,
  path: 'join',
  component: lazyPage(() => import('./pages/join/join-page.tsx'), 'JoinPage'),
});

const sessions = createRoute({
  getParentRoute: () => dashboard,
  path: 'sessions',
  component: lazyPage(() => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
});

const authorize = createRoute({
  getParentRoute: () => dashboard,
  path: 'authorize',
  component: lazyPage(() => import('./pages/authorize/authorize-page.tsx'), 'AuthorizePage'),
});

const connect = createRoute({
  getParentRoute: () => dashboard,
  path: 'connect',
  component: lazyPage(() => import('./pages/connect/connect-page.tsx'), 'ConnectPage'),
});

const signedIn = createRoute({
  getParentRoute: () => dashboard,
  path: 'signed-in',
  component: lazyPage(() => import('./pages/sessions/signed-in-page.tsx'), 'SignedInPage'),
});

const operator = createRoute({ getParentRoute: () => frame, path: paths.operator, component: Dashboard });

const operatorIndex = createRoute({
  getParentRoute: () => operator,
  path: '/',
  validateSearch: texts('q'),
  component: lazyPage(() => import('./pages/operator/operator-page.tsx'), 'OperatorPage'),
});

const operatorApp = createRoute({
  getParentRoute: () => operator,
  path: 'apps/$appKey',
  component: lazyPage(() => import('./pages/operator/operator-app-page.tsx'), 'OperatorAppPage'),
});

const operatorTeam = createRoute({
  getParentRoute: () => operator,
  path: 'teams/$id',
  component: lazyPage(() => import('./pages/operator/operator-team-page.tsx'), 'OperatorTeamPage'),
});

const operatorPerson = createRoute({
  getParentRoute: () => operator,
  path: 'people/$userCode',
  component: lazyPage(() => import('./pages/operator/operator-person-page.tsx'), 'OperatorPersonPage'),
});

const operatorAudit = createRoute({
  getParentRoute: () => operator,
  path: 'audit',
  validateSearch: texts('log', 'team', 'actor', 'outcome'),
  component: lazyPage(() => import('./pages/operator/operator-audit-page.tsx'), 'OperatorAuditPage'),
});

const operatorPlans = createRoute({
  getParentRoute: () => operator,
  path: 'plans',
  component: lazyPage(() => import('./pages/operator/operator-plans-page.tsx'), 'OperatorPlansPage'),
});

const pages = root.addChildren([
  landing,
  frame.addChildren([
    docs,
    docPage,
    publicConsole,
    dashboard.addChildren([
      dashboardIndex,
      apps,
      app,
      tours,
      tour,
      makeTour,
      usage,
      team,
      webhooks,
      credentials,
      audit,
      consolePage,
      join,
      sessions,
      authorize,
      connect,
      signedIn,
    ]),
    operator.addChildren([operatorIndex, operatorApp, operatorTeam, operatorPerson, operatorAudit, operatorPlans]),
  ]),
]);

/** @returns The router of all pages. Code of a page is loaded when the page is opened or its link is pointed at. */
export function createPages(context: PagesContext, history?: RouterHistory) {
  return createRouter({
    routeTree: pages,
    context,
    ...(history === undefined ? {} : { history }),
    defaultPreload: 'intent',
    // Reads are cached by the queries, not by the router.
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: BrokenPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
