import type { DirectoryFacet } from '#contract/directory.ts';
import { isGroupBy, type GroupBy } from '#contract/directoryGroupParameters.ts';
import { useActions } from '../../design/actions.ts';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import { attributeColumn } from '../../members/attributeNames.ts';
import { groupingLabel, useGroupBy } from './groupParams.ts';

/** Attributes that the control lists, the most frequent first. */
const maxListed = 50;

const choicesOf = (none: string, by: readonly GroupBy[], verb: string) => [
  { value: 'none', label: none },
  ...by.map((value) => ({ value, label: `${verb} ${groupingLabel(value)}` })),
];

const read = (value: string): GroupBy | null => (isGroupBy(value) ? value : null);

/** Groups the users of the list by an attribute or thematic, then each group by another. */
export function GroupByControl({ facets }: { readonly facets: readonly DirectoryFacet[] }) {
  const [[first, second], setBy] = useGroupBy();
  const names = facets.slice(0, maxListed).map(({ name }) => attributeColumn(name));
  const listed = [...names, 'thematic' as const].filter(isGroupBy);
  // Those of the address stay, even if no user shown has the attribute.
  const all = [...new Set([...(first === undefined ? [] : [first]), ...listed])];
  useActions([
    ...all.map((by) => ({
      name: `Group users by ${groupingLabel(by)}`,
      also: 'groups table sum',
      run: () => setBy([by, first === by ? (second ?? null) : null]),
    })),
    ...(first === undefined
      ? []
      : [{ name: 'Remove the groups', also: 'ungroup list users', run: () => setBy([]) }]),
  ]);
  return (
    <>
      <ChipSelect
        label="Group by"
        width="148px"
        choices={choicesOf('No groups', all, 'By')}
        chosen={first ?? 'none'}
        onChoose={(value) => setBy(value === 'none' ? [] : [read(value), second ?? null])}
      />
      {first !== undefined && (
        <ChipSelect
          label="Then by"
          width="148px"
          choices={choicesOf(
            'Not divided',
            [...new Set([...(second === undefined ? [] : [second]), ...all])].filter(
              (by) => by !== first,
            ),
            'Then by',
          )}
          chosen={second ?? 'none'}
          onChoose={(value) => setBy([first, read(value)])}
        />
      )}
    </>
  );
}
