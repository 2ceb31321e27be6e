import { lazy, Suspense, useEffect, useState } from 'react';
import { closeViews, useViewsDialog } from '../portfolio/viewsDialog.ts';
import { isDialogOpen } from '../design/keys.ts';
import { paletteKey } from './paletteKey.ts';

const loadPalette = () => import('./palette/Palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));

const ViewsDialog = lazy(async () => ({
  default: (await import('./views/ViewsDialog.tsx')).ViewsDialog,
}));

export type Overlay = 'palette' | 'keys';

interface OverlaysProps {
  readonly shown: Overlay | null;
  readonly onShow: (overlay: Overlay | null) => void;
}

/** The key of the palette works even while typing. */
export function Overlays({ shown, onShow }: OverlaysProps) {
  const [typed, setTyped] = useState('');
  const { page } = useViewsDialog();
  const isSearching = shown === 'palette';
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Half of the shortcut loads the palette early. After a failure it loads again.
      if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => {});
      if (!paletteKey.isPressed(event)) return;
      // Not above a form, which would stay open below it.
      if (!isSearching && isDialogOpen()) return;
      event.preventDefault();
      onShow(isSearching ? null : 'palette');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isSearching, onShow]);
  useEffect(() => {
    if (!isSearching) return undefined;
    // Collects input until the palette has loaded and has the focus.
    const onKey = (event: KeyboardEvent) => {
      const { activeElement } = document;
      if (activeElement?.closest('[aria-modal="true"]') != null) return;
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText && event.key !== 'Backspace') return;
      event.preventDefault();
      event.stopPropagation();
      setTyped((before) => (isText ? before + event.key : before.slice(0, -1)));
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      setTyped('');
    };
  }, [isSearching]);
  return (
    <Suspense fallback={null}>
      {isSearching && <Palette {...{ typed }} onType={setTyped} onClose={() => onShow(null)} />}
      {page !== null && <ViewsDialog {...{ page }} onClose={closeViews} />}
      {shown === 'keys' && <KeySheet onClose={() => onShow(null)} />}
    </Suspense>
  );
}
