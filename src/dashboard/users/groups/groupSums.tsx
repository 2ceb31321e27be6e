import { knownSumOf } from '#analytics/weights.ts';
import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import type { SumRow } from '../../design/DataTable.tsx';
import { Change } from '../../portfolio/Change.tsx';
import { ExplainedSum } from '../../portfolio/explain/ExplainedSum.tsx';
import { Reconciliation } from '../../portfolio/Reconciliation.tsx';
import type { Format } from '../../preferences/format.ts';
import { addsUp } from './groupNotes.ts';
import { UsersText } from './groupColumns.tsx';
import type { GroupsAnswer } from './groupQueries.ts';
import type { GroupRow } from './groupRows.ts';

interface GroupSumsOptions {
  readonly answer: GroupsAnswer;
  readonly rows: readonly GroupRow[];
  readonly by: GroupBy;
}

/** The groups that are not shown, and all users, whose total the groups add up to. */
export function groupSums(format: Format, { answer, rows, by }: GroupSumsOptions): SumRow[] {
  const { others, usersTotal, count } = answer;
  const name = others === null ? '' : format.count(others.groups, 'other group');
  const parts = [
    ...rows.map((row) => ({
      name: row.name,
      value: row.figures?.total ?? null,
      ...(typeof row.links !== 'string' && { href: row.links.book }),
    })),
    ...(others === null ? [] : [{ name, value: others.total }]),
  ];
  const sum = knownSumOf(parts.map(({ value }) => value));
  const of = 'the users’ total';
  const isSum = addsUp(answer, by);
  const all: SumRow = {
    id: 'all',
    cells: {
      group: (
        <>
          All users{' '}
          {isSum && sum.whole !== null && usersTotal !== null && (
            <Reconciliation sum={sum.whole} whole={usersTotal} of={of} />
          )}
        </>
      ),
      count: <UsersText count={count} />,
      total: isSum ? (
        <ExplainedSum
          label="All groups"
          noun="group"
          {...{ sum, of }}
          parts={() => parts}
          whole={usersTotal}
        />
      ) : (
        format.total(usersTotal)
      ),
      share: format.share(answer.noShares === null ? 1 : null),
    },
  };
  if (others === null) return [all];
  const rest: SumRow = {
    id: 'others',
    cells: {
      group: name,
      count: <UsersText count={others.count} />,
      total: format.total(others.total),
      share: format.share(others.share),
      change: format.change(others.change),
      flow: format.change(others.flow),
      return: <Change value={others.return} />,
    },
  };
  return [rest, all];
}
