import { unknownFigure } from '../format/number.ts';

interface NotComeProps {
  /** With its verb: "The history did". */
  readonly what: string;
  readonly error: Error;
}

/** Stands in a row for what did not come; why is its title. */
export function NotCome({ what, error }: NotComeProps) {
  return <span title={`${what} not come: ${error.message}`}>{unknownFigure}</span>;
}
