import { useState } from 'react';
import type { Span } from './params.ts';

/**
 * The zoom as it is shown: what two fingers draw stands for it while they are down, and after that until the address,
 * which is written a little later, has it; the line would jump back for a moment otherwise.
 */
export function useDraftedZoom(
  zoom: Span | null,
): readonly [zoom: Span | null, onDraft: (span: Span | null) => void] {
  const [draft, setDraft] = useState<{ span: Span; over: Span | null } | null>(null);
  const isOver = draft !== null && draft.over !== zoom;
  if (isOver) setDraft(null);
  return [
    draft === null || isOver ? zoom : draft.span,
    (span) => setDraft(span && { span, over: zoom }),
  ];
}
