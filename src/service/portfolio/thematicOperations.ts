import type { HistoryType } from '#contract/historyType.ts';
import type { History } from '#contract/history.ts';
import { pathOf } from '#contract/operation.ts';
import {
  getFullThematicHistory,
  getPastThematic,
  getPastThematics,
  getThematic,
  getThematicHistory,
  getThematics,
  putThematic,
} from '#contract/operations/thematics.ts';
import type { Thematic } from '#contract/thematic.ts';
import { parseTime } from '#contract/time.ts';
import { thematicHistory, type LevelBook } from '#figures/levels.ts';
import { checkIfMatch, mustBeNew, type JsonText } from '#platform/http/conditions.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { makeChange } from '#platform/http/makeChange.ts';
import { problem } from '#platform/http/problem.ts';
import {
  checkDefinition,
  publishThematic,
  writeThematic,
  type WrittenThematic,
} from './defineThematic.ts';
import { showDefinitions } from './definitionView.ts';
import type { Dependencies } from './dependencies.ts';
import type { OpenRecorded, RecordedFigures } from './figuresSource.ts';
import { historyText } from './records.ts';
import { findThematic, lockExisting, readThematics, type StoredThematic } from './thematicStore.ts';
import { thematicChanges } from './thematicChanges.ts';
import { thematicView } from './thematicView.ts';
import { pricesAt } from './walletView.ts';

export function thematicOperations(
  { database, market, clock, events }: Dependencies,
  levels: LevelBook,
  open: OpenRecorded,
): Implementation[] {
  const { queries } = database;
  const view = (row: StoredThematic) =>
    thematicView(market, levels, pricesAt(market, market.asOf()), row);

  return [
    implement(getThematics, async () => (await readThematics(queries)).map(view)),

    implement(getThematic, async ({ params: { id } }) => view(await findThematic(queries, id))),

    implement(getPastThematics, async ({ query: { asOf } }) => {
      const past = open(asOf);
      return (await past.definitions.all()).map((row) => pastView(past, row));
    }),

    implement(getPastThematic, async ({ params: { id }, query: { asOf } }) => {
      const past = open(asOf);
      return pastView(past, await past.definitions.find(id));
    }),

    implement(getFullThematicHistory, ({ params: { id } }) => historyOf(id, 'all')),

    implement(getThematicHistory, ({ params: { id, historyType } }) => historyOf(id, historyType)),

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
      const { outcome, row, tag } = await makeChange(
        c,
        database,
        async (tx) => {
          const before = await lockExisting(tx, id);
          const shown = before && (await showDefinitions(tx, market, before));
          checkIfMatch(c, shown?.tag ?? null);
          const written = await writeThematic(tx, market, defined, at);
          if (written.outcome !== 'created' && mustBeNew(c)) {
            const detail = `There is already a thematic with the id ${JSON.stringify(id)}.`;
            throw problem('precondition-failed', detail, shown && { headers: { ETag: shown.tag } });
          }
          return publishThematic(tx, { events, market }, written, { show: view, at });
        },
        (written) => ({ status: statusOf(written), changes: thematicChanges(written) }),
      );
      return new Reply(statusOf({ outcome }), view(row), {
        ETag: tag,
        Location: pathOf(getThematic, { params: { id } }),
      });
    }),
  ];

  function pastView({ definitions, prices }: RecordedFigures, row: StoredThematic): Thematic {
    const quotes = pricesAt(market, prices.asOf());
    return thematicView(market, definitions.levels, quotes, row, prices);
  }

  async function historyOf(id: string, type: HistoryType): Promise<JsonText<History>> {
    return historyText(thematicHistory(market, levels, await findThematic(queries, id), type));
  }
}

function statusOf({ outcome }: Pick<WrittenThematic, 'outcome'>): 200 | 201 {
  return outcome === 'created' ? 201 : 200;
}
