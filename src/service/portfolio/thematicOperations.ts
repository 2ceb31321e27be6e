import type { HistoryType } from '#contract/historyType.ts';
import type { History } from '#contract/history.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getContribution,
  getFullThematicHistory,
  getHolders,
  getThematic,
  getThematicHistory,
  getThematics,
  putThematic,
} from '#contract/operations/thematics.ts';
import { parseTime } from '#contract/time.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { thematicContribution } from './contribution.ts';
import { changeThematic, checkDefinition, writeThematic } from './defineThematic.ts';
import type { Dependencies } from './dependencies.ts';
import { readHolders, readPageOfHolders, replyWithHolders } from './holders.ts';
import { thematicHistory, type LevelBook } from './levels.ts';
import type { JsonText } from '#platform/http/conditions.ts';
import { historyText } from './records.ts';
import { findThematic, readThematics, type StoredThematic } from './thematicStore.ts';
import { thematicView } from './thematicView.ts';
import { pricesAt } from './walletView.ts';

/** Thematics, their levels, what moved them, who holds them, and their definition. */
export function thematicOperations(
  { database, market, clock, events }: Dependencies,
  levels: LevelBook,
): Implementation[] {
  const { queries } = database;
  const view = (row: StoredThematic) =>
    thematicView(market, levels, pricesAt(market, market.asOf()), row);

  return [
    implement(getThematics, async () => (await readThematics(queries)).map(view)),

    implement(getThematic, async ({ params: { id } }) => view(await findThematic(queries, id))),

    implement(getFullThematicHistory, ({ params: { id } }) => historyOf(id, 'all')),

    implement(getThematicHistory, ({ params: { id, historyType } }) => historyOf(id, historyType)),

    implement(putThematic, async ({ params: { id }, body }) => {
      checkDefinition(market, id, body);
      const at = clock();
      const { description = '', from } = body;
      const defined = {
        ...body,
        id,
        description,
        from: from === undefined ? undefined : parseTime(from),
      };
      const { outcome, row } = await changeThematic(
        { database, events, market },
        (tx) => writeThematic(tx, market, defined, at),
        view,
        at,
      );
      return new Reply(outcome === 'created' ? 201 : 200, view(row), {
        Location: pathOf(getThematic, { params: { id } }),
      });
    }),

    implement(getContribution, async ({ params: { id, historyType } }) =>
      thematicContribution(market, levels, await findThematic(queries, id), historyType),
    ),

    implement(getHolders, async ({ params: { id }, query }, c) => {
      const thematic = await findThematic(queries, id);
      const prices = pricesAt(market, market.asOf());
      const holders = await readHolders(queries, thematic.id, prices);
      return replyWithHolders(new URL(c.req.url), query, holders, (page) =>
        readPageOfHolders(queries, page, prices),
      );
    }),
  ];

  async function historyOf(id: string, type: HistoryType): Promise<JsonText<History>> {
    return historyText(thematicHistory(market, levels, await findThematic(queries, id), type));
  }
}
