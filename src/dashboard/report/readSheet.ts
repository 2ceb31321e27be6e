import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import { readBookSheet } from './readBookSheet.ts';
import { readThematicSheet } from './readThematicSheet.ts';
import { readUserSheet } from './readUserSheet.ts';
import type { SheetCall, Sheet, SheetOptions } from './sheet.ts';

/** Reads a tear sheet. Throws the errors of `read`; what a connected service does not offer has its reason instead. */
export function readSheet(
  read: SheetCall,
  subject: FiguresOwner,
  options: SheetOptions,
): Promise<Sheet> {
  if (subject.book !== undefined) return readBookSheet(read, subject.book, options);
  return subject.user === undefined
    ? readThematicSheet(read, subject.thematic, options)
    : readUserSheet(read, subject, options);
}
