import { access } from 'node:fs/promises';
import { codeOf } from '../config/refusal.ts';

/** What a check found: fine, of note, or in the way of running. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  /** What was checked. */
  readonly area: string;
  /** In a sentence; where it is not fine, also what to do. */
  readonly text: string;
}

/** Makes the findings of one area. */
export function findingsOf(area: string) {
  return {
    ok: (text: string): Finding => ({ level: 'ok', area, text }),
    warn: (text: string): Finding => ({ level: 'warn', area, text }),
    fail: (text: string): Finding => ({ level: 'fail', area, text }),
  };
}

/** Of a failure that nobody foresaw: its code, or its kind; its message may hold an address or a password. */
export function kindOfFailure(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? error.name : typeof error);
}

/** Whether there is something at a path, be it out of reach. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  );
}
