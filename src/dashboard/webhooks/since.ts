import { typedInstant } from '../design/readInstant.ts';
import { chosenTimeZone } from '../preferences/preferences.ts';
import { offsetAt } from '../preferences/timeZones.ts';

/** An instant as the field “Since” has it: to the minute, in the chosen time zone. */
export function sinceText(at: number): string {
  return typedInstant(at, offsetAt(at, chosenTimeZone())).slice(0, 16);
}
