import { customIdFault } from '#contract/user.ts';
import { formatCount } from '../shared/format/number.ts';
import { Button } from '../shared/ui/Button.tsx';
import { EmptyPane } from '../shared/ui/EmptyPane.tsx';

interface DirectoryEmptyProps {
  readonly text: string;
  readonly users: number;
  readonly onClear: () => void;
  readonly onCreate: (customId: string) => void;
}

/** No row to show: either nobody is there, or nobody is found. */
export function DirectoryEmpty({ text, users, onClear, onCreate }: DirectoryEmptyProps) {
  if (users === 0) {
    return (
      <EmptyPane
        title="No users yet"
        actions={<Button onClick={() => onCreate('')}>Create the first user</Button>}
      >
        The service answered with an empty list.
      </EmptyPane>
    );
  }
  const customId = text.trim();
  return (
    <EmptyPane
      title={`No user matches “${customId}”`}
      actions={
        <>
          <Button onClick={onClear}>Clear search</Button>
          {customIdFault(customId) === null && (
            <Button variant="plain" onClick={() => onCreate(customId)}>
              Create user “{customId}”
            </Button>
          )}
        </>
      }
    >
      Searched ids and names of {formatCount(users)} {users === 1 ? 'user' : 'users'}.
    </EmptyPane>
  );
}
