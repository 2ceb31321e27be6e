import { pointer, type ProblemCode, type ProblemFault } from '#contract/problem.ts';
import { problem } from '#platform/http/problem.ts';

const maxListed = 20;

/** Where in a file a fault lies. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  /** Header of the column, or its number where the header is what is wrong. */
  readonly column?: string | number;
}

/** Faults found in files: all are counted, the first 20 are listed. */
export interface Faults {
  readonly count: number;
  /** @param detail a sentence; a function where only those that are listed should be built. */
  add(place: Place, detail: string | (() => string), code?: ProblemCode): void;
  /** Throws what was found as one problem with the code of the first fault; returns where nothing was found. */
  check(): void;
}

export function createFaults(): Faults {
  const lines: string[] = [];
  const errors: ProblemFault[] = [];
  let count = 0;
  let first: ProblemCode = 'invalid-prices';
  return {
    get count() {
      return count;
    },
    add(place, detail, code = 'invalid-prices') {
      if (count === 0) first = code;
      count += 1;
      if (count > maxListed) return;
      const said = typeof detail === 'string' ? detail : detail();
      lines.push(`${words(place)}: ${said}`);
      const path = [place.file, place.line, place.column].filter((part) => part !== undefined);
      errors.push({ pointer: pointer(path), detail: said });
    },
    check() {
      if (count === 0) return;
      const opening = count === 1 ? 'One fault was found' : `${count} faults were found`;
      const rest = count > maxListed ? [`and ${count - maxListed} more`] : [];
      throw problem(first, [`${opening}, nothing was imported:`, ...lines, ...rest].join('\n'), {
        errors,
      });
    },
  };
}

function words({ file, line, column }: Place): string {
  return [
    file,
    line === undefined ? '' : ` line ${line}`,
    column === undefined ? '' : `, column ${column}`,
  ].join('');
}

/** A text of a file as an error shows it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
