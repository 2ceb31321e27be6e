import { type ComponentType, lazy } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { usePreferences } from '../shared/preferences.ts';
import { pagePatterns, urls } from '../shared/urls.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageFault } from './PageFault.tsx';
import { ReadableAddress } from './ReadableAddress.tsx';
import { Shell } from './Shell.tsx';

const DirectoryPage = page(
  async () => (await import('../users/directory/DirectoryPage.tsx')).DirectoryPage,
);
const UserPage = page(async () => (await import('../users/UserPage.tsx')).UserPage);
const WalletPage = page(async () => (await import('../wallets/WalletPage.tsx')).WalletPage);
const ThematicsPage = page(
  async () => (await import('../thematics/ThematicsPage.tsx')).ThematicsPage,
);
const ComparePage = page(async () => (await import('../thematics/ComparePage.tsx')).ComparePage);
const ThematicPage = page(async () => (await import('../thematics/ThematicPage.tsx')).ThematicPage);
const WebhooksPage = page(async () => (await import('../webhooks/WebhooksPage.tsx')).WebhooksPage);
const PreferencesPage = page(
  async () => (await import('../settings/PreferencesPage.tsx')).PreferencesPage,
);

/** The pages and their addresses. Tests drive this same tree. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      {
        element: <ReadableAddress />,
        // One page that breaks does not take the shell with it; going elsewhere leaves the fault behind.
        errorElement: <PageFault />,
        children: [
          { path: '/', element: <Navigate to={urls.users()} replace /> },
          { path: urls.users(), element: <DirectoryPage /> },
          { path: pagePatterns.user, element: <UserPage /> },
          { path: pagePatterns.wallet, element: <WalletPage /> },
          { path: urls.thematics(), element: <ThematicsPage /> },
          { path: urls.compare(), element: <ComparePage /> },
          { path: pagePatterns.thematic, element: <ThematicPage /> },
          { path: '/settings', element: <Navigate to={urls.preferences()} replace /> },
          { path: urls.webhooks(), element: <WebhooksPage /> },
          { path: urls.preferences(), element: <PreferencesPage /> },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];

/**
 * A page in a chunk of its own, loaded when it is first shown. It is drawn anew, and keeps its state, when a preference
 * changes: figures and times are written by functions, which no component is told of.
 */
function page(load: () => Promise<ComponentType>) {
  const Page = lazy(async () => ({ default: await load() }));
  return function PreferredPage() {
    usePreferences();
    return <Page />;
  };
}
