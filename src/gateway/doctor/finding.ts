import { access } from 'node:fs/promises';
import { codeOf } from '../config/refusal.ts';

export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly area: string;
  /** One sentence; for a problem, also what to do. */
  readonly text: string;
}

export function findingsOf(area: string) {
  return {
    ok: (text: string): Finding => ({ level: 'ok', area, text }),
    warn: (text: string): Finding => ({ level: 'warn', area, text }),
    fail: (text: string): Finding => ({ level: 'fail', area, text }),
  };
}

/** Returns the code or the kind of an unexpected failure. Its message may hold an address or a password. */
export function kindOfFailure(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? error.name : typeof error);
}

/** Returns whether the path exists, even if it is out of reach. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  );
}
