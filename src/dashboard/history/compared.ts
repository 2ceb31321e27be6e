import type { HistorySource } from './queries.ts';

/** The line of a page that is held against others: its return, whatever came in or went out. */
export const ownLine = 'own';

/** A history that is drawn beside another, or one of several equal ones. */
export interface ComparedSource {
  /** What the page knows it by; none twice in one comparison. */
  readonly id: string;
  /** What stands at the end of its line: "DeFi thematic". */
  readonly label: string;
  readonly source: HistorySource;
}

/** How many equals a comparison holds: as many as there are colours that are told apart. */
export const mostCompared = 8;
