import type { IncompleteList } from '#contract/incompleteList.ts';
import type { Format } from '../preferences/format.ts';

/** Number of users shown of all. `incomplete`: a connected service's list was not read to its end. */
export interface UserCounts {
  readonly count: number;
  readonly of: number;
  readonly incomplete?: IncompleteList | undefined;
}

/** Text after a count of users: “of 258”, “of 60 read”, “read so far”. */
export function ofUsers(format: Format, { count, of, incomplete }: UserCounts): string {
  if (incomplete === undefined) return `of ${format.number(of)}`;
  if (count < of) return `of ${format.number(of)} read`;
  if (incomplete.reported !== null) return `of ${format.number(incomplete.reported)} read`;
  return incomplete.kind === 'unfinished' ? 'read so far' : 'read, more exist';
}

export function partName(incomplete: IncompleteList | undefined): string {
  if (incomplete === undefined) return '';
  const { read, reported } = incomplete;
  return reported === null ? ` ${read} users read not all` : ` ${read} of ${reported} users read`;
}
