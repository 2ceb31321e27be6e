import type { DatedDefinition } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import type { DefinitionRow } from '#platform/database/schema/portfolio.ts';
import { tagOf } from '#platform/http/conditions.ts';
import type { Market } from '../prices/market.ts';
import { inceptionOf } from '#figures/levels.ts';
import { statusesOf } from './statementStatus.ts';
import { readDefinitions, sinceBeginning, textsOf, type StoredThematic } from './thematicStore.ts';

/** The definitions of a thematic, with the entity tag for conditional changes. */
export interface ShownDefinitions {
  readonly definitions: DatedDefinition[];
  /** Strong: covers the definitions, the name and the description, but not the level, which changes with every tick. */
  readonly tag: string;
}

export async function showDefinitions(
  queries: Queries,
  market: Market,
  thematic: StoredThematic,
): Promise<ShownDefinitions> {
  const rows = await readDefinitions(queries, thematic.id);
  const definitions = definitionViews(market, thematic, rows);
  const tag = tagOf(JSON.stringify([thematic.id, textsOf(thematic), definitions]));
  return { definitions, tag };
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
