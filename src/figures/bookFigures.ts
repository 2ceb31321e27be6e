import type { Context } from 'hono';
import type { BookFigures } from '#contract/book.ts';
import type { HistoryType } from '#contract/historyType.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { getBookFigures } from '#contract/operations/book.ts';
import { csvHeaders } from '#directory/requests.ts';
import type { Book } from './book.ts';
import { explanationLinks } from './explanationLinks.ts';
import { answerFigures } from './figuresAnswer.ts';
import { figuresCsv } from './figuresCsv.ts';
import { figuresRequest } from './figuresRequest.ts';

/** Answers every figure of a book: the same functions as for a user, over the sums of its members. */
export async function answerBookFigures(
  c: Context,
  book: Book,
  type: HistoryType,
  query: QueryOf<typeof getBookFigures>,
): Promise<BookFigures | Response> {
  const { source } = book;
  const request = figuresRequest(type, query, { ownBenchmark: [], asOf: source.asOf() });
  const held = await book.held(request.period);
  const links = explanationLinks({ held }, request, new URL(c.req.url));
  const answer = await answerFigures(source, { held }, request, links);
  return request.isCsv
    ? c.body(figuresCsv(answer), 200, csvHeaders)
    : { ...answer, ...book.head(held) };
}
