import { pointer, type ProblemFault } from '#contract/problem.ts';
import { problem, type PlainCode } from '#platform/http/problem.ts';

const maxListed = 20;

export interface FaultPosition {
  readonly file: string;
  readonly line?: number;
  /** Header of the column, or its number if the header itself is at fault. */
  readonly column?: string | number;
}

/** Faults of files: all are counted, the first 20 are listed. */
export interface Faults {
  readonly count: number;
  /** @param detail a sentence; a function if it should only be built when listed. */
  add(position: FaultPosition, detail: string | (() => string), code?: PlainCode): void;
  /** Throws all faults as one problem with the code of the first; returns if there are none. */
  check(): void;
}

export function createFaults(): Faults {
  const lines: string[] = [];
  const errors: ProblemFault[] = [];
  let count = 0;
  let first: PlainCode = 'invalid-prices';
  return {
    get count() {
      return count;
    },
    add(position, detail, code = 'invalid-prices') {
      if (count === 0) first = code;
      count += 1;
      if (count > maxListed) return;
      const text = typeof detail === 'string' ? detail : detail();
      lines.push(`${positionText(position)}: ${text}`);
      const path = [position.file, position.line, position.column].filter(
        (part) => part !== undefined,
      );
      errors.push({ pointer: pointer(path), detail: text });
    },
    check() {
      if (count === 0) return;
      const opening = count === 1 ? '1 fault was found' : `${count} faults were found`;
      const rest = count > maxListed ? [`and ${count - maxListed} more`] : [];
      throw problem(first, [`${opening}; nothing was imported:`, ...lines, ...rest].join('\n'), {
        errors,
      });
    },
  };
}

function positionText({ file, line, column }: FaultPosition): string {
  return [
    file,
    line === undefined ? '' : ` line ${line}`,
    column === undefined ? '' : `, column ${column}`,
  ].join('');
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
