import { noteText, shapeText, unreadView } from '#upstream/reading/findingTexts.ts';
import type { Read } from '#upstream/reading/read.ts';

/** A parsed answer, with its findings in words. */
export const worded = <Value>({ unread, shapes, notes, ...read }: Read<Value>) => ({
  ...read,
  unread: unread.map(unreadView),
  shapes: shapes.map(shapeText),
  notes: notes.map(noteText),
});
