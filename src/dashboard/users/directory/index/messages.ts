import type { DirectoryEntry } from '../directoryEntry.ts';
import type { Arranged, Directory, DirectorySource, InSight } from '../directoryPort.ts';
import type { Question } from './question.ts';
import type { WrittenError } from './writtenError.ts';

/** What the page asks of the worker; `call` is the number of the question, which its answers carry. */
export type Asked = { readonly call: number } & (
  | { readonly ask: 'read'; readonly source: DirectorySource }
  | {
      readonly ask: 'arrange';
      readonly reading: number;
      readonly question: Question;
      readonly inSight: InSight;
    }
  | {
      readonly ask: 'entries';
      readonly reading: number;
      readonly places: Uint32Array;
      readonly text: string;
    }
  | { readonly ask: 'leave' }
);

/** What the worker answers. A part is followed by others, all else is the last. */
export type Told = { readonly call: number } & (
  | { readonly tell: 'part' | 'read'; readonly directory: Directory }
  | { readonly tell: 'arranged'; readonly arranged: Arranged }
  | { readonly tell: 'entries'; readonly entries: ReadonlyMap<number, DirectoryEntry> }
  | { readonly tell: 'failed'; readonly error: WrittenError }
);
