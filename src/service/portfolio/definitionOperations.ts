import { deleteDefinition, getDefinitions } from '#contract/operations/thematics.ts';
import { checkIfMatch } from '#platform/http/conditions.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { makeChange } from '#platform/http/makeChange.ts';
import { publishThematic, retractDefinition } from './defineThematic.ts';
import type { Dependencies } from './dependencies.ts';
import { showDefinitions } from './definitionView.ts';
import type { LevelBook } from '#figures/levels.ts';
import { findThematic, lockThematic, type StoredThematic } from './thematicStore.ts';
import { thematicChanges } from './thematicChanges.ts';
import { thematicView } from './thematicView.ts';
import { pricesAt } from './walletView.ts';

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
      const { definitions, tag } = await showDefinitions(database.queries, market, thematic);
      return new Reply(200, definitions, { ETag: tag });
    }),

    implement(deleteDefinition, async ({ params }, c) => {
      const at = clock();
      const { tag } = await makeChange(
        c,
        database,
        async (tx) => {
          const before = await lockThematic(tx, params.id);
          checkIfMatch(c, (await showDefinitions(tx, market, before)).tag);
          const written = await retractDefinition(tx, market, params, at);
          return publishThematic(tx, dependencies, written, { show: view, at });
        },
        (written) => ({ changes: thematicChanges(written) }),
      );
      return new Reply(204, undefined, { ETag: tag });
    }),
  ];
}
