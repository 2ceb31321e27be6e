import type { IncompleteList } from '#contract/incompleteList.ts';
import type { Format } from '../preferences/format.ts';

/** How many users are shown of all; `incomplete` where a connected service's list was not read to its end. */
export interface UsersFound {
  readonly count: number;
  readonly of: number;
  readonly incomplete?: IncompleteList | undefined;
}

/** Follows the count of users shown: “of 258”, “of 60 read”, “read so far”. */
export function ofUsers(format: Format, { count, of, incomplete }: UsersFound): string {
  if (incomplete === undefined) return `of ${format.number(of)}`;
  if (count < of) return `of ${format.number(of)} read`;
  if (incomplete.reported !== null) return `of ${format.number(incomplete.reported)} read`;
  return incomplete.kind === 'unfinished' ? 'read so far' : 'read, more exist';
}

/** Ends the name of a file that holds only the users that were read. */
export function partName(incomplete: IncompleteList | undefined): string {
  if (incomplete === undefined) return '';
  const { read, reported } = incomplete;
  return reported === null ? ` ${read} users read not all` : ` ${read} of ${reported} users read`;
}
