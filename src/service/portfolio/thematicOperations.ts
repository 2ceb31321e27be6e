import type { HistoryType } from '#contract/historyType.ts';
import type { History } from '#contract/history.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getContribution,
  getFullThematicHistory,
  getLevels,
  getThematic,
  getThematicHistory,
  getThematics,
  putThematic,
} from '#contract/operations/thematics.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { sparkLength } from '#directory/valuation.ts';
import { noteChanges } from '#platform/http/caller.ts';
import { checkIfMatch, mustBeNew, type JsonText } from '#platform/http/conditions.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { problem } from '#platform/http/problem.ts';
import { thematicContribution } from './contribution.ts';
import { changeThematic, checkDefinition, writeThematic } from './defineThematic.ts';
import { showDefinitions } from './definitionView.ts';
import type { Dependencies } from './dependencies.ts';
import { levelLine, thematicHistory, type LevelBook } from './levels.ts';
import { historyText } from './records.ts';
import { findThematic, lockExisting, readThematics, type StoredThematic } from './thematicStore.ts';
import { thematicChanges } from './thematicChanges.ts';
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

    implement(getLevels, async ({ params: { historyType: type } }) =>
      (await readThematics(queries)).map((row) => {
        const line = levelLine(market, levels, row, { type, points: sparkLength });
        return {
          thematics: row.id,
          dates: Array.from(line.times, formatTime),
          levels: [...line.levels],
        };
      }),
    ),

    implement(putThematic, async ({ params: { id }, body }, c) => {
      checkDefinition(market, id, body);
      const at = clock();
      const { description = '', from } = body;
      const defined = {
        ...body,
        id,
        description,
        from: from === undefined ? undefined : parseTime(from),
      };
      const written = await changeThematic(
        { database, events, market },
        async (tx) => {
          const before = await lockExisting(tx, id);
          const shown = before && (await showDefinitions(tx, market, before));
          checkIfMatch(c, shown?.tag ?? null);
          const written = await writeThematic(tx, market, defined, at);
          if (written.outcome !== 'created' && mustBeNew(c)) {
            const detail = `There is already a thematic with the id ${JSON.stringify(id)}.`;
            throw problem('precondition-failed', detail, shown && { headers: { ETag: shown.tag } });
          }
          return written;
        },
        view,
        at,
      );
      noteChanges(c, thematicChanges(written));
      const { outcome, row, tag } = written;
      return new Reply(outcome === 'created' ? 201 : 200, view(row), {
        ETag: tag,
        Location: pathOf(getThematic, { params: { id } }),
      });
    }),

    implement(getContribution, async ({ params: { id, historyType: type }, query }) =>
      thematicContribution(market, levels, await findThematic(queries, id), { ...query, type }),
    ),
  ];

  async function historyOf(id: string, type: HistoryType): Promise<JsonText<History>> {
    return historyText(thematicHistory(market, levels, await findThematic(queries, id), type));
  }
}
