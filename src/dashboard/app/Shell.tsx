import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { RawJsonOutlet } from '../shared/ui/RawJson.tsx';
import { Bar } from './Bar.tsx';
import { Notices } from './Notices.tsx';
import classes from './Shell.module.css';

/** What stands around every page. */
export function Shell() {
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <Bar />
      <Main />
      <Notices />
      <RawJsonOutlet />
      <ScrollRestoration />
    </div>
  );
}

/** The page. A new page takes the focus, so that the keyboard and screen readers begin there. */
function Main() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="main" ref={main} tabIndex={-1} className={classes.main}>
      <Outlet />
    </main>
  );
}
