import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BookContribution } from '#contract/book.ts';
import { isPastType } from '#contract/period.ts';
import { parseTime } from '#contract/time.ts';
import { Segments } from '../design/Segments.tsx';
import { useHistoryWindow } from '../history/historyWindow.ts';
import { shownText } from '../history/periodText.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { DriversPanel } from '../portfolio/DriversPanel.tsx';
import { movedByPart } from '../portfolio/movedByPart.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { BookCsv } from './BookCsv.tsx';
import { bookMoversParam, partNames, partQueries } from './bookParts.ts';

/** Contribution of each thematic, token or user to the change in value, over the history that contains the period. */
export function BookMoved({ members }: { readonly members: MembersQuery }) {
  const [by, setBy] = useSearchParam(bookMoversParam);
  const { nameOf } = useThematics();
  const asOf = useAsOf();
  const { period } = useHistoryWindow();
  const { options, path } = partQueries.contribution(members, period, by, asOf);
  const query = useQuery(options);
  const { data } = query;
  const moved = useMemo(
    () => (data === undefined ? null : movedByPart(data, nameOf)),
    [data, nameOf],
  );
  return (
    <DriversPanel
      query={query}
      path={path}
      moved={moved}
      window={useWindowText(data, query.isPlaceholderData)}
      isZoomed={false}
      choice={<Segments label="Drivers by" choices={partNames} chosen={by} onChoose={setBy} />}
      tool={<BookCsv path={path} what={`drivers by ${by}`} />}
    />
  );
}

/** The contributions have no part between two instants: their dates say which history they are of. */
function useWindowText(data: BookContribution | undefined, isOld: boolean): string {
  const format = useFormat();
  const { chosen, shown } = useHistoryWindow();
  if (isPastType(chosen) && shown.zoom === null) return shownText(format, shown);
  if (data?.from == null || data.to === null || isOld) return 'loading';
  return format.span(parseTime(data.from), parseTime(data.to)).join(' to ');
}
