import { lazy, Suspense, useEffect } from 'react';

const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).Palette }));
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
