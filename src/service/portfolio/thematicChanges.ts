import { tokensAt } from '#figures/levels.ts';
import type { ReportedChange } from '#contract/auditChange.ts';
import { sameJson } from '#contract/mergePatch.ts';
import { formatTime } from '#contract/time.ts';
import { fieldChange } from '#platform/http/changes.ts';
import type { WrittenThematic } from './defineThematic.ts';
import { sinceBeginning } from './thematicStore.ts';

export function thematicChanges({ row, before }: WrittenThematic): ReportedChange[] {
  const old = new Map(before?.definitions.map(({ from, tokens }) => [from, tokens]));
  const now = new Map(row.definitions.map(({ from, tokens }) => [from, tokens]));
  const weights = [...new Set([...old.keys(), ...now.keys()])]
    .filter((from) => !sameJson(old.get(from), now.get(from)))
    .map((from): ReportedChange => {
      const after = now.get(from);
      return {
        field: 'weights',
        ...(from === sinceBeginning ? {} : { from: formatTime(from) }),
        entry: after === undefined ? 'withdrawn' : old.has(from) ? 'corrected' : 'new',
        ...(before === undefined ? {} : { before: tokensAt(before, from) }),
        ...(after === undefined ? {} : { after }),
      };
    });
  return [
    ...fieldChange('name', before?.name, row.name),
    ...fieldChange('description', before?.description || undefined, row.description || undefined),
    ...weights,
  ];
}
