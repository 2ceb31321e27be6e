import { unknownFigure } from '../preferences/figures.ts';

interface NotComeProps {
  /** "The history". */
  readonly what: string;
  readonly error: Error;
}

/** Stands in a row for what did not come; why is its title. */
export function NotCome({ what, error }: NotComeProps) {
  return <span title={`${what} did not come: ${error.message}`}>{unknownFigure}</span>;
}
