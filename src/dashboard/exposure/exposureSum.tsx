import { knownSumOf, sumOf } from '#analytics/weights.ts';
import type { ExposureRow, ExposureWindow } from '#contract/exposure.ts';
import type { SumRow } from '../design/DataTable.tsx';
import { ExplainedSum } from '../portfolio/explain/ExplainedSum.tsx';
import { KnownTotals } from '../portfolio/KnownTotals.tsx';
import { Reconciliation } from '../portfolio/Reconciliation.tsx';
import type { Format } from '../preferences/format.ts';
import { urls } from '../url/urls.ts';

interface ExposureSumOptions {
  readonly rows: readonly ExposureRow[];
  readonly page: ExposureWindow;
}

/** The sum of the thematics or tokens on screen, beside the total of the users who hold them. */
export function exposureSum(format: Format, { rows, page }: ExposureSumOptions): SumRow {
  const { by, count, total, unknown } = page;
  const sum = knownSumOf(rows.map((row) => row.total));
  const isAll = rows.length === count;
  const whole = isAll && unknown === 0 ? total : null;
  const label = isAll ? `All ${by}s` : `First ${format.number(rows.length)} ${by}s`;
  const shares = rows.map(({ share }) => share);
  const holders = sumOf(rows.map((row) => row.unknown));
  const of = 'the users’ total';
  return {
    id: 'all',
    cells: {
      name: (
        <>
          {label} <KnownTotals sum={sum} />
          {sum.whole !== null && whole !== null && (
            <Reconciliation sum={sum.whole} whole={whole} of={of} />
          )}
        </>
      ),
      total: (
        <ExplainedSum
          {...{ label, sum, whole, of }}
          noun={by}
          parts={() =>
            rows.map((row) => ({
              name: row.name ?? row.id,
              value: row.total,
              href: by === 'thematic' ? urls.thematic(row.id) : urls.token(row.id),
            }))
          }
          excluded={holders === 0 ? [] : [`${format.count(holders, 'holding')} of unknown value.`]}
        />
      ),
      share: isAll && format.share(knownSumOf(shares).whole),
    },
  };
}
