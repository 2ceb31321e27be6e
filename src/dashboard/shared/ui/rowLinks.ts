import { type RefObject, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Follows the plain links in a table of many rows: each `Link` of the router is drawn anew whenever the address changes,
 * which typing in a search does with every key. Enter is a click too; what a modifier or another button asks for is left
 * to the browser.
 */
export function useRowLinks(body: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const rows = body.current;
    const onClick = (event: MouseEvent) => {
      const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (event.defaultPrevented || event.button !== 0 || hasModifier) return;
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const href = link?.getAttribute('href') ?? '';
      if (!href.startsWith('/')) return;
      event.preventDefault();
      void navigate(href);
    };
    rows?.addEventListener('click', onClick);
    return () => rows?.removeEventListener('click', onClick);
  }, [body, navigate]);
}
