import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { Bar } from './bar/Bar.tsx';
import { useGlobalShortcuts } from './globalShortcuts.ts';
import { applyLoadedFont } from '../design/font.ts';
import { useNotices } from '../design/notify.ts';
import { type Overlay, Overlays } from './Overlays.tsx';
import { PrintFoot, PrintHead } from './PrintLines.tsx';
import classes from './Shell.module.css';

/** The overlay belongs to one page: another page, reached by Back, is not covered. */
interface ShownOverlay {
  readonly overlay: Overlay | null;
  readonly over: string;
}

export function Shell() {
  const { pathname } = useLocation();
  const [{ overlay, over }, setOverlay] = useState<ShownOverlay>({ overlay: null, over: '' });
  const show = useCallback(
    (next: Overlay | null) => setOverlay({ overlay: next, over: pathname }),
    [pathname],
  );
  useGlobalShortcuts(() => show('keys'));
  const notices = useNotices();
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <Bar onSearch={() => show('palette')} />
      <Main />
      {notices !== null && <notices.Notices />}
      <Overlays shown={over === pathname ? overlay : null} onShow={show} />
      <ScrollRestoration />
    </div>
  );
}

/** A new page takes the focus, so that keyboard and screen readers start there. */
function Main() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  // Before a page restores its own focus after Back.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    applyLoadedFont();
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="main" ref={main} tabIndex={-1} className={classes.main}>
      <PrintHead />
      <Outlet />
      <PrintFoot />
    </main>
  );
}
