import { matchPath, useLocation } from 'react-router-dom';
import { pagePatterns } from '../url/urls.ts';
import { ThematicChanges } from './ThematicChanges.tsx';
import { UserChanges } from './UserChanges.tsx';
import { WalletChanges } from './WalletChanges.tsx';

/** One page for three patterns: a page of its own for each would be in every first download. */
export function ChangesPage() {
  const { pathname } = useLocation();
  if (matchPath(pagePatterns.userChanges, pathname) !== null) return <UserChanges />;
  if (matchPath(pagePatterns.walletChanges, pathname) !== null) return <WalletChanges />;
  return <ThematicChanges />;
}
