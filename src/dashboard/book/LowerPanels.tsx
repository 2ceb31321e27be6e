import { Split } from '../design/Split.tsx';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { BookExposurePanel } from './BookExposurePanel.tsx';
import { BookFlowsPanel } from './BookFlowsPanel.tsx';
import { BookUsersPanel } from './BookUsersPanel.tsx';

/** Panels of a book below its history. */
export function LowerPanels({ members }: { readonly members: MembersQuery }) {
  return (
    <Split
      width="wide"
      side={
        <>
          <BookExposurePanel members={members} />
          <BookUsersPanel members={members} />
        </>
      }
    >
      <BookFlowsPanel members={members} />
    </Split>
  );
}
