import { deleteDefinition, getDefinitions } from '#contract/operations/thematics.ts';
import { noteChanges } from '#platform/http/caller.ts';
import { checkIfMatch } from '#platform/http/conditions.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { changeThematic, retractDefinition } from './defineThematic.ts';
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
      const written = await changeThematic(
        dependencies,
        async (tx) => {
          const before = await lockThematic(tx, params.id);
          checkIfMatch(c, (await showDefinitions(tx, market, before)).tag);
          return retractDefinition(tx, market, params, at);
        },
        view,
        at,
      );
      noteChanges(c, thematicChanges(written));
      return new Reply(204, undefined, { ETag: written.tag });
    }),
  ];
}
