import type { ComponentType } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation, useRouteError } from 'react-router-dom';
import { ErrorPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { urls } from '../url/urls.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import type { pages } from './pages.ts';
import { Shell } from './Shell.tsx';

/** Each page is a chunk of its own, loaded when it is first shown: the component its module is named after. */
export const loadPage: Readonly<Record<keyof typeof pages, () => Promise<ComponentType>>> = {
  '/users': async () => (await import('../users/directory/DirectoryPage.tsx')).DirectoryPage,
  '/users/:customId': async () => (await import('../users/UserPage.tsx')).UserPage,
  '/users/:customId/wallets/:thematicId': async () =>
    (await import('../wallets/WalletPage.tsx')).WalletPage,
  '/thematics': async () => (await import('../thematics/ThematicsPage.tsx')).ThematicsPage,
  '/thematics/:thematicId': async () =>
    (await import('../thematics/ThematicPage.tsx')).ThematicPage,
  '/tokens': async () => (await import('../tokens/TokensPage.tsx')).TokensPage,
  '/tokens/:tokenId': async () => (await import('../tokens/TokenPage.tsx')).TokenPage,
  '/compare': async () => (await import('../thematics/ComparePage.tsx')).ComparePage,
  '/settings/webhooks': async () => (await import('../webhooks/WebhooksPage.tsx')).WebhooksPage,
  '/settings/preferences': async () =>
    (await import('../settings/PreferencesPage.tsx')).PreferencesPage,
};

/** Tests drive this same tree. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      {
        element: <ReadableAddress />,
        // Until the first page is there; `main.tsx` waits for it.
        hydrateFallbackElement: <></>,
        // One page that breaks does not take the shell with it; going elsewhere leaves the fault behind.
        errorElement: <PageFault />,
        children: [
          { path: '/', element: <Navigate to={urls.users()} replace /> },
          { path: '/webhooks', element: <Navigate to={urls.webhooks()} replace /> },
          { path: '/settings', element: <Navigate to={urls.preferences()} replace /> },
          ...Object.entries(loadPage).map(([path, load]) => ({
            path,
            lazy: async () => ({ Component: await load() }),
          })),
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];

/** The page at the address, or the not-found page where the address holds an escape that stands for no character. */
function ReadableAddress() {
  const { pathname } = useLocation();
  return isReadable(pathname) ? <Outlet /> : <NotFoundPage />;
}

function isReadable(pathname: string): boolean {
  try {
    // What it gives is used: the build would drop a bare call, which it takes for one without effect.
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

/** A page broke while it was drawn, or its script could not be loaded. The router clears it when the address changes. */
function PageFault() {
  const error = useRouteError();
  return (
    <>
      <PageHead title="This page broke" />
      <ErrorPane what="This page" error={error} onRetry={() => location.reload()} />
    </>
  );
}
