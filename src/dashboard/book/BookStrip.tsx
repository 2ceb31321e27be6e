import { Skeleton } from '@mantine/core';
import { Unknown } from '../design/Unknown.tsx';
import { netFlowName } from '../history/periodText.ts';
import { Change } from '../portfolio/Change.tsx';
import { Strip, StripFigure } from '../portfolio/Strip.tsx';
import { ofUsers } from '../portfolio/usersRead.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import type { OverviewOfPage } from './useBookOverview.ts';

const flowTitle =
  'Deposits minus withdrawals of the members, at the prices of the records. The holdings of a user who joins count as a deposit.';

/** Shows what is known already: the members and their present total come before the histories. */
export function BookStrip({ overview }: { readonly overview: OverviewOfPage }) {
  const format = useFormat();
  const isPast = useAsOf() !== null;
  const { list, figures, over, isReported, reason, whyNoChange, query } = overview;
  const members = list.data;
  const sums = members?.sums;
  const presentTotal =
    isPast || sums === undefined || (sums.known === 0 && (members?.count ?? 0) > 0)
      ? undefined
      : sums.total;
  const total = figures === null ? presentTotal : figures.total;
  const failed = query.error !== null && query.data === undefined;
  const why = reason ?? undefined;
  const figure = (
    value: number | null | undefined,
    text: (value: number) => string,
    whyUnknown = why,
  ) => {
    if (value != null) return text(value);
    if (figures === null && !failed) return <Skeleton width={72} />;
    return <Unknown why={whyUnknown ?? 'Not known'} />;
  };
  return (
    <Strip label={pageLinks.book.label}>
      <StripFigure label="Users">
        {members === undefined ? (
          <Skeleton width={48} />
        ) : (
          <>
            {format.number(members.count)}
            <small>{ofUsers(format, members)}</small>
          </>
        )}
      </StripFigure>
      <StripFigure
        label="Total"
        unit={format.currency}
        title={total == null ? why : format.total(total)}
      >
        {figure(total, format.totalShort)}
      </StripFigure>
      <StripFigure
        label={`Change in value, ${over}`}
        title={figures?.change == null ? whyNoChange : format.change(figures.change)}
      >
        {figure(figures?.change, format.changeShort, whyNoChange)}
      </StripFigure>
      <StripFigure label={`${netFlowName}, ${over}`} title={flowTitle}>
        {figure(figures?.flow, format.changeShort)}
      </StripFigure>
      <StripFigure label={`Return, ${over}`} title={isReported ? why : 'Time-weighted'}>
        {figures?.return == null ? figure(null, String) : <Change value={figures.return} />}
      </StripFigure>
    </Strip>
  );
}
