import { useAnswerReadings } from '../api/readings.ts';
import { lazyComponent } from './lazyComponent.tsx';

const ReadingNotes = lazyComponent(async () => (await import('./ReadingNotes.tsx')).ReadingNotes);

/** How the answers of a connected service were read that a panel shows. Our own service says nothing of that, and nothing is loaded. */
export function ReadingLines({ paths }: { readonly paths: readonly string[] }) {
  const headers = useAnswerReadings(paths);
  return headers.length === 0 ? null : <ReadingNotes headers={headers} />;
}
