import { Box, Button, VisuallyHidden } from '@mantine/core';
import { lazyComponent } from '../../../design/lazyComponent.tsx';
import { useFormat } from '../../../preferences/format.ts';
import {
  beginSelecting,
  clearSelectedUsers,
  useSelectedUsers,
} from '../../../preferences/selectedUsers.ts';
import type { DirectoryAnswer } from '../directoryQueries.ts';
import { listText } from './listInView.ts';
import { selectedText, selectionBarHeight } from './selectionText.ts';

const SelectionBar = lazyComponent(
  async () => (await import('./SelectionBar.tsx')).SelectionBar,
  <Box h={selectionBarHeight} mt="auto" />,
);

interface UserSelectionProps {
  readonly answer: DirectoryAnswer | undefined;
  /** Chosen columns for the file; empty: all. */
  readonly columns: readonly string[];
}

/** The bar of the selected users. A screen reader hears each change. */
export function UserSelection({ answer, columns }: UserSelectionProps) {
  const format = useFormat();
  const { ids, allOf, isSelecting } = useSelectedUsers();
  const isAll = answer !== undefined && allOf === listText(answer.query);
  const matches = isAll ? { matches: answer.count, isFiltered: answer.count < answer.of } : null;
  const isShown = ids.size > 0 || isSelecting;
  const text = isShown ? selectedText(format, { count: ids.size, all: matches }) : '';
  return (
    <>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      {isShown && answer !== undefined && <SelectionBar {...{ answer, columns, text }} />}
    </>
  );
}

/** On a phone, where the boxes hide until they are needed. */
export function SelectButton() {
  const isSelecting = useSelectedUsers(({ ids, isSelecting: isOn }) => isOn || ids.size > 0);
  return (
    <Button
      size="xs"
      hiddenFrom="sm"
      aria-pressed={isSelecting}
      onClick={isSelecting ? clearSelectedUsers : beginSelecting}
    >
      {isSelecting ? 'Done' : 'Select'}
    </Button>
  );
}
