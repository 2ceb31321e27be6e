import { lazy, Suspense, useEffect } from 'react';

const loadPalette = () => import('./palette/Palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));

/** What stands over the page. */
export type Overlay = 'palette' | 'keys';

interface OverlaysProps {
  readonly shown: Overlay | null;
  readonly onShow: (overlay: Overlay | null) => void;
}

/** The command palette, by Ctrl K or ⌘ K even while something is typed, and the sheet of shortcuts. */
export function Overlays({ shown, onShow }: OverlaysProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Half of the shortcut: what is typed right after it must find the palette there. Where it fails, it is asked for again.
      if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => {});
      const isAsked = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isAsked || event.key.toLowerCase() !== 'k') return;
      // Not over a form, which would stand open below it.
      if (shown === null && document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      onShow(shown === 'palette' ? null : 'palette');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shown, onShow]);
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && <Palette onClose={() => onShow(null)} />}
      {shown === 'keys' && <KeySheet onClose={() => onShow(null)} />}
    </Suspense>
  );
}
