import type { ComponentType } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation, useRouteError } from 'react-router-dom';
import { SessionGate } from '../access/SessionGate.tsx';
import { ErrorPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { pageLinks } from '../url/pageLinks.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { pages } from './pages.ts';
import { Shell } from './Shell.tsx';

const modules = import.meta.glob<Readonly<Record<string, ComponentType>>>([
  '../**/*Page.tsx',
  '!./**',
]);

/** The pages of `pages.ts`; each is a chunk of its own, loaded when it is first shown: the component its module is named after. */
const pageRoutes: readonly RouteObject[] = Object.entries(pages).map(([path, { module }]) => ({
  path,
  lazy: async () => {
    const name = /(\w+)\.tsx$/.exec(module)?.[1] ?? module;
    const Component = (await modules[`../${module}`]?.())?.[name];
    if (Component === undefined) throw new Error(`${module} has no component ${name}.`);
    return { Component };
  },
}));

/** Tests drive this same tree. */
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
        // Until the first page is there; `main.tsx` waits for it.
        hydrateFallbackElement: <></>,
        // One page that breaks does not take the shell with it; going elsewhere leaves the fault behind.
        errorElement: <PageFault />,
        children: [
          { path: '/', element: <Navigate to={pageLinks.users.to} replace /> },
          { path: '/webhooks', element: <Navigate to={pageLinks.webhooks.to} replace /> },
          { path: '/settings', element: <Navigate to={pageLinks.preferences.to} replace /> },
          ...pageRoutes,
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
