import { IconDownload } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { useKeys } from '../../shared/keys.ts';
import { IconButton } from '../../shared/ui/Button.tsx';
import type { Exported } from './exported.ts';
import classes from './ExportMenu.module.css';

// What writes the files comes when one is wanted.
const ExportList = lazy(async () => ({
  default: (await import('./ExportList.tsx')).ExportList,
}));

interface ExportMenuProps {
  /** What is shown now; null where nothing is there yet. */
  readonly exported: Exported | null;
  /** Where the chart is drawn. */
  readonly pane: RefObject<HTMLElement | null>;
}

const keyWords = { e: 'Export as CSV, PNG or SVG' };

/** Hands out what is shown: as figures, or as a picture. */
export function ExportMenu({ exported, pane }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => setOpen(exported !== null);
  useKeys({ e: open }, keyWords);
  const close = (isLeft: boolean) => {
    setOpen(false);
    if (!isLeft) button.current?.focus();
  };
  return (
    <span
      className={classes.menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close(true);
      }}
    >
      <IconButton
        ref={button}
        label="Export (e)"
        className={classes.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-keyshortcuts="e"
        disabled={exported === null}
        onClick={() => (isOpen ? close(false) : open())}
      >
        <IconDownload size={16} stroke={1.75} aria-hidden />
      </IconButton>
      {isOpen && exported !== null && (
        <Suspense fallback={null}>
          <ExportList exported={exported} pane={pane} onDone={() => close(false)} />
        </Suspense>
      )}
    </span>
  );
}
