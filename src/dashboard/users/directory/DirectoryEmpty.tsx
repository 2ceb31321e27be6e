import { Button } from '@mantine/core';
import { incompleteText } from '#contract/incompleteList.ts';
import { customIdFault } from '#contract/user.ts';
import { useFormat } from '../../preferences/format.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { forms } from '../../url/forms.ts';
import type { DirectoryAnswer } from './directoryQueries.ts';
import type { FilterLabel } from '../../members/filterKind.ts';
import type { Filters } from '../../members/filterValues.ts';

interface DirectoryEmptyProps {
  readonly answer: DirectoryAnswer;
  readonly labels: readonly FilterLabel[];
  readonly onClearText: () => void;
  readonly onFilter: (changed: Partial<Filters>) => void;
  readonly onClearFilters: () => void;
  /** undefined if not allowed. */
  readonly onCreate: ((customId: string) => void) | undefined;
  readonly onImport: (() => void) | undefined;
}

export function DirectoryEmpty(props: DirectoryEmptyProps) {
  const format = useFormat();
  const { answer, labels, onClearText, onFilter, onClearFilters, onCreate, onImport } = props;
  const { without, of: users } = answer;
  const text = answer.query.q ?? '';
  if (users === 0 && answer.incomplete !== undefined) {
    return (
      <EmptyPane title="No users read yet">
        {incompleteText(answer.incomplete, (value) => format.number(value))}
      </EmptyPane>
    );
  }
  if (users === 0) {
    return (
      <EmptyPane
        title="No users yet"
        actions={
          <>
            {onCreate && <Button onClick={() => onCreate('')}>Create the first user</Button>}
            {onImport && (
              <Button variant="subtle" onClick={onImport}>
                Import from CSV
              </Button>
            )}
          </>
        }
      >
        The service returned an empty list.
      </EmptyPane>
    );
  }
  const excluding = labels.filter(({ criterion }) => without[criterion] !== undefined);
  const helping = excluding.filter(({ criterion }) => (without[criterion] ?? 0) > 0);
  return (
    <EmptyPane
      title={text === '' ? 'No user matches the filters' : `No user matches “${text}”`}
      actions={
        <>
          {text !== '' && (
            <Button onClick={onClearText}>
              Clear search
              {(without['q'] ?? 0) > 0 &&
                excluding.length > 0 &&
                `: ${format.count(without['q'] ?? 0, 'user')}`}
            </Button>
          )}
          {helping.map(({ criterion, label, value, cleared }) => (
            <Button key={criterion} onClick={() => onFilter(cleared)}>
              Remove “{label} {value}”: {format.count(without[criterion] ?? 0, 'user')}
            </Button>
          ))}
          {excluding.length > helping.length && (
            <Button onClick={onClearFilters}>
              {excluding.length > 1 ? 'Clear filters' : 'Clear filter'}
            </Button>
          )}
          {onCreate && customIdFault(text) === null && (
            <Button variant="subtle" onClick={() => onCreate(text)}>
              {forms.createUser.label} “{text}”
            </Button>
          )}
        </>
      }
    >
      {text !== '' &&
        `Searched ids, names and attributes of ${format.count(users, 'user')}${answer.incomplete === undefined ? '' : ' read'}. ${searchHint} `}
      {excluding.length > 0 &&
        `Excluded by ${excluding.map(({ label, value }) => `${label} ${value}`).join(', ')}.`}
    </EmptyPane>
  );
}

export const searchHint = 'country:CH searches one attribute; "two words" matches the phrase.';
