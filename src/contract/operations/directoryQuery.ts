import * as z from 'zod/mini';
import { directoryPeriods } from '../directory.ts';
import {
  hiddenFigures,
  idList,
  maxDirectoryRows,
  rangeParameters,
  repeatable,
  someText,
} from '../directoryParameters.ts';
import { oneOf, wholeNumber } from './parameters.ts';

/** Query parameters that select users. */
export const directoryFilter = {
  q: z.optional(someText),
  ids: idList,
  selection: z.optional(someText),
  period: z.optional(oneOf(directoryPeriods)),
  thematic: repeatable(someText),
  token: repeatable(someText),
  ...rangeParameters,
  'attribute.*': repeatable(someText),
  notThematic: repeatable(someText),
  notToken: repeatable(someText),
  'notAttribute.*': repeatable(someText),
  lacksAttribute: repeatable(someText),
};

/** Query parameters of a window, or of a CSV with all rows. */
export const windowOrCsv = {
  offset: z.optional(wholeNumber(0, 999_999_999)),
  limit: z.optional(wholeNumber(1, maxDirectoryRows)),
  format: z.optional(oneOf(['json', 'csv'])),
  figures: z.optional(oneOf(hiddenFigures)),
  unit: z.optional(someText),
};
