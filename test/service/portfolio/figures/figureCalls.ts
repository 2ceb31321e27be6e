import { figures, type FiguresAnswer } from '#contract/figures.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf, type PathInput } from '#contract/operation.ts';
import { getThematicFigures, getUserFigures } from '#contract/operations/figures.ts';
import type { User } from '#contract/user.ts';
import { answerOf, stated } from '#test/support/calls.ts';
import type { TestService } from '#test/support/service.ts';

export type UserQuery = PathInput<typeof getUserFigures>['query'];
export type ThematicQuery = PathInput<typeof getThematicFigures>['query'];

export const userFiguresPath = (historyType: HistoryType, query: UserQuery = {}, id = 'ada') =>
  pathOf(getUserFigures, { params: { id, historyType }, query });

export const thematicFiguresPath = (
  id: string,
  historyType: HistoryType,
  query: ThematicQuery = {},
) => pathOf(getThematicFigures, { params: { id, historyType }, query });

/** Returns calls that read figures of a service and record holdings in it. */
export function figureCalls(service: () => TestService) {
  const get = (path: string) => service().call('GET', path);
  return {
    get,
    /** ISO time some milliseconds before the as of. */
    before: (ago: number): string => new Date(service().market.asOf() - ago).toISOString(),
    ofUser: (type: HistoryType, query?: UserQuery, id?: string): Promise<FiguresAnswer> =>
      answerOf(get(userFiguresPath(type, query, id)), figures),
    ofThematic: (id: string, type: HistoryType, query?: ThematicQuery): Promise<FiguresAnswer> =>
      answerOf(get(thematicFiguresPath(id, type, query)), figures),
    hold: (
      thematics: string,
      tokens: Record<string, number>,
      ago: number,
      id = 'ada',
    ): Promise<User> =>
      stated(service(), id, {
        thematics,
        tokens: Object.entries(tokens).map(([token, amount]) => ({ token, amount })),
        at: new Date(service().market.asOf() - ago).toISOString(),
      }),
  };
}
