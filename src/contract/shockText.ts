import { writtenNumber } from './digits.ts';

/** Falls of a price: 1 is a total loss, below 0 is a rise, and −10 a rise of 1,000 %. */
export const minFall = -10;
export const maxFall = 1;

/** The fall of a token's price, or of the prices of a thematic's tokens: 0.3 is 30 %. */
export interface NamedFall {
  readonly id: string;
  readonly fall: number;
}

/** Reports whether a price can fall by this share. */
export const isFall = (fall: number): boolean => fall >= minFall && fall <= maxFall;

/** Parses `ID:0.3`. The id may contain colons. Returns null for any other text. */
export function readFall(text: string): NamedFall | null {
  const end = text.lastIndexOf(':');
  const fall = writtenNumber(text.slice(end + 1));
  return end > 0 && isFall(fall) ? { id: text.slice(0, end), fall } : null;
}

/** Returns the text of a fall, which `readFall` parses. */
export const fallText = ({ id, fall }: NamedFall): string => `${id}:${fall}`;
