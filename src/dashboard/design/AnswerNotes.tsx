import { useResponseNotes } from '../api/responseNotesStore.ts';
import { lazyComponent } from './lazyComponent.tsx';

const NoteList = lazyComponent(async () => (await import('./NoteList.tsx')).NoteList);

/** Our own service sends no response notes, so nothing is loaded for it. */
export function AnswerNotes({ paths }: { readonly paths: readonly string[] }) {
  const headers = useResponseNotes(paths);
  return headers.length === 0 ? null : <NoteList headers={headers} />;
}
