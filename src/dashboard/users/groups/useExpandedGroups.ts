import { useCallback, useMemo, useState } from 'react';
import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import { useFormat } from '../../preferences/format.ts';
import { useListParam } from '../../url/searchParam.ts';
import { expandedName } from './groupParams.ts';

/**
 * Returns the keys of the expanded groups, and a function that expands or collapses one. The address names them, except those whose
 * value privacy mode hides.
 */
export function useExpandedGroups(
  by: GroupBy,
): readonly [ReadonlySet<string>, (key: string) => void] {
  const format = useFormat();
  const [named, setNamed] = useListParam(expandedName);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const toggle = useCallback(
    (key: string) => {
      const isShown = by === 'thematic' || format.attribute(key) === key;
      if (isShown || named.includes(key)) setNamed(toggled(named, key));
      else setHidden((before) => toggled(before, key));
    },
    [by, format, named, setNamed],
  );
  return [useMemo(() => new Set([...named, ...hidden]), [named, hidden]), toggle];
}

const toggled = (keys: readonly string[], key: string): readonly string[] =>
  keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
