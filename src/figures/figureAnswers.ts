import type { Context } from 'hono';
import type { FiguresAnswer } from '#contract/figures.ts';
import { getThematicFigures, getUserFigures } from '#contract/operations/figures.ts';
import { csvHeaders } from '#directory/requests.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { explanationLinks } from './explanationLinks.ts';
import { answerFigures } from './figuresAnswer.ts';
import { figuresCsv } from './figuresCsv.ts';
import { figuresRequest, type FiguresRequest } from './figuresRequest.ts';
import type { FiguresSubject } from './figuresSubject.ts';
import type { FiguresSource, OpenFigures } from './source.ts';

/** Implements the figures of users, wallets and thematics, in either mode. */
export function figureAnswers(open: OpenFigures): Implementation[] {
  return [
    implement(getUserFigures, ({ params: { id, historyType }, query }, c) => {
      const { thematic, ...others } = query;
      const source = open(query.asOf);
      const request = figuresRequest(historyType, others, {
        ownBenchmark: thematic === undefined ? [] : [thematic],
        asOf: source.asOf(),
      });
      return answered(c, source, { wallets: { user: id, thematic } }, request);
    }),

    implement(getThematicFigures, ({ params: { id, historyType }, query }, c) => {
      const source = open(query.asOf);
      const request = figuresRequest(historyType, query, {
        ownBenchmark: [],
        asOf: source.asOf(),
      });
      return answered(c, source, { thematic: id }, request);
    }),
  ];
}

async function answered(
  c: Context,
  source: FiguresSource,
  subject: FiguresSubject,
  request: FiguresRequest,
): Promise<Reply<FiguresAnswer> | Response> {
  const links = explanationLinks(subject, request, new URL(c.req.url));
  const answer = await answerFigures(source, subject, request, links);
  return request.isCsv
    ? c.body(figuresCsv(answer), 200, { ...csvHeaders, ...source.headers() })
    : new Reply(200, answer, source.headers());
}
