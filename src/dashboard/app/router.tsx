import type { ComponentType } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation, useRouteError } from 'react-router-dom';
import { SessionGate } from '../access/SessionGate.tsx';
import { ErrorPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { pageLinks } from '../url/pageLinks.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import type { PageHandle } from './firstAnswers.ts';
import { pages } from './pages.ts';
import { HomePage } from './HomePage.tsx';
import { Shell } from './Shell.tsx';

/** `firstQueries` beside the component. */
type ModuleOfPage = Readonly<Record<string, ComponentType>> & PageHandle;

const modules = import.meta.glob<ModuleOfPage>(['../**/*Page.tsx', '!./**']);

const pageRoutes: readonly RouteObject[] = Object.entries(pages).map(([path, { module }]) => ({
  path,
  lazy: async () => {
    const name = /(\w+)\.tsx$/.exec(module)?.[1] ?? module;
    const loaded = await modules[`../${module}`]?.();
    const Component = loaded?.[name];
    if (Component === undefined) throw new Error(`${module} has no component ${name}.`);
    return { Component, handle: { firstQueries: loaded?.firstQueries } satisfies PageHandle };
  },
}));

/** Tests use the same routes. */
export const routes: RouteObject[] = [
  {
    element: (
      <SessionGate>
        <Shell />
      </SessionGate>
    ),
    errorElement: <PageFault />,
    children: [
      {
        element: <ReadableAddress />,
        // Until the first page loads; `main.tsx` waits for it.
        hydrateFallbackElement: <></>,
        // A broken page leaves the shell intact, and navigation clears the error.
        errorElement: <PageFault />,
        children: [
          { path: '/', element: <HomePage /> },
          { path: '/webhooks', element: <Navigate to={pageLinks.webhooks.to} replace /> },
          { path: '/settings', element: <Navigate to={pageLinks.preferences.to} replace /> },
          ...pageRoutes,
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];

/** Shows the not-found page if the address has an invalid escape. */
function ReadableAddress() {
  const { pathname } = useLocation();
  return isReadable(pathname) ? <Outlet /> : <NotFoundPage />;
}

function isReadable(pathname: string): boolean {
  try {
    // The result is used, since the build would drop a bare call as having no effect.
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

/** A page failed to render or to load. Navigation clears the error. */
function PageFault() {
  const error = useRouteError();
  return (
    <>
      <PageHead title="Page error" />
      <ErrorPane what="This page" error={error} onRetry={() => location.reload()} />
    </>
  );
}
