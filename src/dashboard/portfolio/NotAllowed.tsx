import { needsAdmin } from '#contract/access.ts';
import { NoteLine } from '../design/NoteLine.tsx';

interface NotAllowedProps {
  /** What the address leads to: the words of its button. */
  readonly what: string;
  /** Takes it out of the address; left out where it is the page. */
  readonly onClose?: () => void;
}

/** In place of what an address leads to, and who is signed in may not do: who may. */
export function NotAllowed({ what, onClose }: NotAllowedProps) {
  return (
    <NoteLine
      tone="warn"
      action={
        onClose !== undefined && (
          <button type="button" onClick={onClose}>
            Close
          </button>
        )
      }
    >
      {what}: {needsAdmin}
    </NoteLine>
  );
}
