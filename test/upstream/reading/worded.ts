import { noteText, shapeText, unreadView } from '#upstream/reading/findingTexts.ts';
import type { Read } from '#upstream/reading/read.ts';

/** What was read of an answer, with its findings as people read them. */
export const worded = <Value>({ unread, shapes, notes, ...read }: Read<Value>) => ({
  ...read,
  unread: unread.map(unreadView),
  shapes: shapes.map(shapeText),
  notes: notes.map(noteText),
});
