import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { NotFoundPage } from './NotFoundPage.tsx';

/** The page at the address, or the not-found page where the address holds an escape that stands for no character. */
export function ReadableAddress() {
  const { pathname } = useLocation();
  if (!isReadable(pathname)) return <NotFoundPage />;
  return (
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  );
}

function isReadable(pathname: string): boolean {
  try {
    // What it gives is used: the build would drop a bare call, which it takes for one without effect.
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}
