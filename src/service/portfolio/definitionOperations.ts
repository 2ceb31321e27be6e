import { deleteDefinition, getDefinitions } from '#contract/operations/thematics.ts';
import type { DatedDefinition } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import type { DefinitionRow } from '#platform/database/schema/portfolio.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { Market } from '../prices/market.ts';
import { changeThematic, retractDefinition } from './defineThematic.ts';
import type { Dependencies } from './dependencies.ts';
import { inceptionOf, type LevelBook } from './levels.ts';
import { statusesOf } from './statementStatus.ts';
import {
  findThematic,
  readDefinitions,
  sinceBeginning,
  type StoredThematic,
} from './thematicStore.ts';
import { thematicView } from './thematicView.ts';
import { pricesAt } from './walletView.ts';

/** What a thematic was made of: its definitions, read and taken back. */
export function definitionOperations(
  dependencies: Dependencies,
  levels: LevelBook,
): Implementation[] {
  const { database, market, clock } = dependencies;
  const view = (row: StoredThematic) =>
    thematicView(market, levels, pricesAt(market, market.asOf()), row);

  return [
    implement(getDefinitions, async ({ params: { id } }) => {
      const thematic = await findThematic(database.queries, id);
      const rows = await readDefinitions(database.queries, id);
      return definitionViews(market, thematic, rows);
    }),

    implement(deleteDefinition, async ({ params }) => {
      const at = clock();
      await changeThematic(
        dependencies,
        (tx) => retractDefinition(tx, market, params, at),
        view,
        at,
      );
      return undefined;
    }),
  ];
}

function definitionViews(
  market: Market,
  { definitions }: StoredThematic,
  rows: readonly DefinitionRow[],
): DatedDefinition[] {
  const begins = inceptionOf(market, definitions);
  const fromOf = (from: number): number | null => (from === sinceBeginning ? begins : from);
  const statuses = statusesOf(
    rows.map(({ thematicId, from, tokens }) => ({
      subject: thematicId,
      at: from,
      isRetraction: tokens === null,
    })),
    market.asOf(),
  );
  return rows.flatMap(({ from, tokens, statedAt }, index) => {
    const status = statuses[index];
    if (tokens === null || status === undefined) return [];
    const shown = fromOf(from);
    return {
      from: shown === null ? null : formatTime(shown),
      tokens,
      statedAt: formatTime(statedAt),
      status,
    };
  });
}
