import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Period, periodWord, readPeriod } from '#contract/period.ts';
import { initialShockSort, shockColumns } from '#contract/shock.ts';
import { fallText, readFall } from '#contract/shockText.ts';
import { type FallKind, shockNames } from '../members/shockAddress.ts';
import { readIds, type SearchParam, useWriteParams } from '../url/searchParam.ts';
import { sortParam } from '../url/sortParam.ts';

/** A fall: its token or thematic, and its size. */
export interface ShockedPart {
  readonly kind: FallKind;
  readonly id: string;
  readonly fall: number;
}

/** `?replay=last-month`, or two dates; null: no replay. */
export const replayParam: SearchParam<Period | null> = {
  name: 'replay',
  read: readPeriod,
  write: (period) => (period === null ? null : periodWord(period)),
};

export const initialReplay: Period = 'last-month';

export const shockSortParam = sortParam((id) => shockColumns.some((one) => one === id), {
  by: initialShockSort.by,
  order: initialShockSort.isDescending ? 'descending' : 'ascending',
});

const kinds = ['thematic', 'token'] as const satisfies readonly FallKind[];

/** Returns the falls in the address, the texts there that are none, and a function that writes falls. */
export function useFalls() {
  const [params] = useSearchParams();
  const writeParams = useWriteParams();
  const text = new URLSearchParams(
    kinds.flatMap((kind) => readIds(params, shockNames[kind]).map((one) => [kind, one])),
  ).toString();
  const read = useMemo(() => {
    const given = [...new URLSearchParams(text)].map(([name, one]) => ({
      kind: name === 'token' ? ('token' as const) : ('thematic' as const),
      text: one,
      fall: readFall(one),
    }));
    return {
      falls: given.flatMap(({ kind, fall }): ShockedPart[] =>
        fall === null ? [] : [{ kind, ...fall }],
      ),
      unread: given.filter(({ fall }) => fall === null).map((one) => one.text),
    };
  }, [text]);
  const setFalls = useCallback(
    (falls: readonly ShockedPart[]) =>
      writeParams((after) => {
        for (const kind of kinds) after.delete(shockNames[kind]);
        for (const part of falls) after.append(shockNames[part.kind], fallText(part));
      }),
    [writeParams],
  );
  return { ...read, setFalls };
}
