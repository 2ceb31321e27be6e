import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Segments } from '../design/Segments.tsx';
import { useHistoryWindow, useLoadedPeriod, useRecordsWindow } from '../history/historyWindow.ts';
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

/** Contribution of each thematic, token or user to the change in value. */
export function BookMoved({ members }: { readonly members: MembersQuery }) {
  const [by, setBy] = useSearchParam(bookMoversParam);
  const { nameOf } = useThematics();
  const asOf = useAsOf();
  const format = useFormat();
  const window = useRecordsWindow();
  const { shown, dragged } = useHistoryWindow();
  const { options, path } = partQueries.contribution(members, window, by, asOf);
  const query = useQuery(options);
  const { data, isPlaceholderData } = query;
  const loaded = useLoadedPeriod(shown, isPlaceholderData);
  const moved = useMemo(
    () => (data === undefined ? null : movedByPart(data, nameOf)),
    [data, nameOf],
  );
  return (
    <DriversPanel
      query={query}
      path={path}
      moved={moved}
      window={shownText(format, loaded)}
      isZoomed={dragged !== null}
      choice={<Segments label="Drivers by" choices={partNames} chosen={by} onChoose={setBy} />}
      tool={<BookCsv path={path} what={`drivers by ${by}`} />}
    />
  );
}
