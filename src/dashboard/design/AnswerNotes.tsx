import { useResponseNotes } from '../api/responseNotesStore.ts';
import { lazyComponent } from './lazyComponent.tsx';

const NoteList = lazyComponent(async () => (await import('./NoteList.tsx')).NoteList);

/** How the answers of a connected service were read that a panel shows. Our own service says nothing of that, and nothing is loaded. */
export function AnswerNotes({ paths }: { readonly paths: readonly string[] }) {
  const headers = useResponseNotes(paths);
  return headers.length === 0 ? null : <NoteList headers={headers} />;
}
