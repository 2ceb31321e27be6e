import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DirectoryPeriod } from '#contract/directory.ts';
import { day } from '#contract/historyType.ts';
import { parseTime } from '#contract/time.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { directorySortParam, serviceColumn } from './directoryParams.ts';
import type { Sort } from '../../url/sortParam.ts';
import type { DirectoryQuery } from './directoryQueries.ts';
import { type CreatedWhen, type Filters, type Move, type Range, rangeText } from './filters.ts';

/** What the address says of the directory. */
export interface DirectoryView {
  readonly text: string;
  readonly sort: Sort;
  readonly filters: Filters;
  readonly period: DirectoryPeriod;
}

/** What the address requests of the service: the same object as long as it is the same. */
export function useDirectoryQuery({ text, sort, filters, period }: DirectoryView): DirectoryQuery {
  const [opened] = useState(Date.now);
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  const today = Math.floor((asOf === undefined ? opened : parseTime(asOf)) / day) * day;
  return useMemo(
    () => directoryQuery({ text, sort, filters, period }, today),
    [text, sort, filters, period, today],
  );
}

/**
 * What the service decides by itself is left out, so that the same view is the same request.
 * @param today the beginning of the day (UTC) from which `past week` is counted, epoch milliseconds.
 */
export function directoryQuery(view: DirectoryView, today: number): DirectoryQuery {
  const { text, sort, filters, period } = view;
  const { thematics, tokens, largest, total, moved, created, attributes } = filters;
  const q = text.trim();
  return {
    ...(q === '' ? {} : { q }),
    ...(period === 'day' ? {} : { period }),
    ...(directorySortParam.write(sort) === null
      ? {}
      : { sort: `${sort.order === 'descending' ? '-' : ''}${serviceColumn(sort.by)}` }),
    ...(thematics.length === 0 ? {} : { thematic: thematics }),
    ...(tokens.length === 0 ? {} : { token: tokens }),
    ...(largest === null ? {} : { largest: [rangeText(shareOf(largest))] }),
    ...(total === null ? {} : { total: [rangeText(total)] }),
    ...(moved === null ? {} : { return: returnRanges(moved) }),
    ...(created === null ? {} : { created: [createdRange(created, today)] }),
    ...(attributes.length === 0
      ? {}
      : {
          'attribute.*': Object.fromEntries(attributes.map(({ name, values }) => [name, values])),
        }),
  };
}

/** Of per cents. */
const shareOf = ({ from, to }: Range): Range => ({
  from: from === null ? null : from / 100,
  to: to === null ? null : to / 100,
});

/** Both ends of a range are within it: the least that is not 0 stands for "up". */
function returnRanges({ direction, least }: Move): readonly string[] {
  const by = least === null ? Number.MIN_VALUE : least / 100;
  const up = rangeText({ from: by, to: null });
  const down = rangeText({ from: null, to: -by });
  return { up: [up], down: [down], level: ['0..0'], either: [up, down] }[direction];
}

const lengths = { day: 1, week: 7, month: 30, year: 365 } as const;

function createdRange(created: CreatedWhen, today: number): string {
  if (created.past === null) return `${created.from ?? ''}..${created.to ?? ''}`;
  const from = new Date(today - lengths[created.past] * day).toISOString();
  return `${from.slice(0, 10)}..`;
}
