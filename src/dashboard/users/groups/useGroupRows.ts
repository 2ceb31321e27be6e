import type { DirectoryPeriod } from '#contract/directory.ts';
import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import { useThematics } from '../../portfolio/useThematics.ts';
import { useFormat } from '../../preferences/format.ts';
import { groupLinks, type GroupStep } from './groupLinks.ts';
import { groupingLabel } from './groupParams.ts';
import type { GroupsAnswer } from './groupQueries.ts';
import { keyOfGroup, type GroupRow, type GroupPart } from './groupRows.ts';

interface GroupRowsOptions {
  readonly answer: GroupsAnswer | undefined;
  /** Of expanded groups. */
  readonly parts: ReadonlyMap<string, GroupPart>;
  readonly by: readonly GroupBy[];
  /** Of the page's address. */
  readonly params: URLSearchParams;
  readonly period: DirectoryPeriod;
}

const notOneGroup = 'Users of several groups';

/** Rows of groups, of their parts, and of what follows the parts, by the key of the group. */
export function useGroupRows({ answer, parts, by, params, period }: GroupRowsOptions) {
  const format = useFormat();
  const { nameOf } = useThematics();
  const [first = 'thematic', second] = by;
  const nameOfGroup = ({ by: grouping, value }: GroupStep): string => {
    if (value === null) return `No ${groupingLabel(grouping)}`;
    return grouping === 'thematic' ? nameOf(value) : format.attribute(value) || 'empty';
  };
  // An address would show a value that privacy mode hides.
  const linksOf = (...steps: readonly GroupStep[]) =>
    steps.some(
      (step) => step.by !== 'thematic' && format.attribute(step.value ?? '') !== (step.value ?? ''),
    )
      ? 'Privacy mode hides this value'
      : groupLinks(params, period, steps);
  const groups = (answer?.groups ?? []).map(({ value, ...figures }): GroupRow => {
    const key = keyOfGroup(value);
    return {
      key,
      by: first,
      value,
      name: nameOfGroup({ by: first, value }),
      isPart: false,
      figures,
      links: linksOf({ by: first, value }),
      isExpanded: second === undefined ? undefined : parts.has(key),
    };
  });
  const own = new Map<string, GroupRow[]>();
  const rests = new Map<string, GroupRow[]>();
  for (const { key, value: within = null } of groups) {
    const part = parts.get(key);
    if (part === undefined || second === undefined) continue;
    const common = { by: second, isPart: true, isExpanded: undefined } as const;
    const rest = { ...common, value: undefined, links: notOneGroup } as const;
    if ('state' in part) {
      const { state: name, ...retry } = part;
      rests.set(key, [{ ...rest, ...retry, key: `${key} state`, name, figures: null }]);
      continue;
    }
    own.set(
      key,
      part.answer.groups.map(({ value, ...figures }) => ({
        ...common,
        key: `${key} ${keyOfGroup(value)}`,
        value,
        name: nameOfGroup({ by: second, value }),
        figures,
        links: linksOf({ by: first, value: within }, { by: second, value }),
      })),
    );
    const { others } = part.answer;
    if (others === null) continue;
    const name = format.count(others.groups, 'other group');
    rests.set(key, [{ ...rest, key: `${key} others`, name, figures: others }]);
  }
  return { groups, parts: own, rests };
}
