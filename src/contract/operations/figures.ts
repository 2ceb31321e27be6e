import * as z from 'zod/mini';
import { writtenNumber } from '../digits.ts';
import { repeatable, someText } from '../directoryParameters.ts';
import { figureNames, figures } from '../figures.ts';
import { maxBenchmarks } from '../figuresLimits.ts';
import { operation } from '../operation.ts';
import { asOf, betweenInstants, oneOf } from './parameters.ts';

const number = (accepts: (value: number) => boolean, message: string) =>
  z.pipe(
    z.string().check(z.refine((text) => accepts(writtenNumber(text)), message)),
    z.transform(writtenNumber),
  );

/** Parameters of both operations. A benchmark and its weight have the same place. */
const parameters = {
  benchmark: repeatable(someText, maxBenchmarks),
  weight: repeatable(
    number((value) => value > 0 && value <= 1, 'it is a number above 0 up to 1, such as 0.6'),
  ),
  rf: z.optional(
    number((value) => value > -1 && value <= 10, 'it is a yearly rate such as 0.03, which is 3 %'),
  ),
  ...betweenInstants,
  asOf,
  explain: z.optional(oneOf(figureNames)),
  format: z.optional(oneOf(['json', 'csv'])),
};

/** Returns every figure of a user, or of the wallet in one thematic, over a period. */
export const getUserFigures = operation('GET', '/x/users/{id}/figures/{historyType}', {
  answers: { 200: figures },
  query: { thematic: z.optional(z.string()), ...parameters },
  otherAnswerTypes: ['text/csv'],
  problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
});

/** Returns every figure of a thematic's level over a period. */
export const getThematicFigures = operation('GET', '/x/thematics/{id}/figures/{historyType}', {
  answers: { 200: figures },
  query: parameters,
  otherAnswerTypes: ['text/csv'],
  cache: 'revalidate',
  problems: ['thematic-not-found', 'invalid-history-type'],
});
