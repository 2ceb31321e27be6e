import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconHome } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { homeRoles, maxViewNameLength, type SavedView } from '#contract/savedViews.ts';
import { faultsOf, messageOf } from '../../api/errors.ts';
import { contentOf, writeView } from '../../portfolio/viewQueries.ts';
import { peopleOf, ViewActions } from './ViewActions.tsx';
import { pageText } from './viewPage.ts';
import classes from './ViewsDialog.module.css';

interface ViewRowProps {
  readonly view: SavedView;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

export function ViewRow({ view, isCurrent, onOpen }: ViewRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) return <RenameRow view={view} onEnd={() => setRenaming(false)} />;
  const { name, address, own, ownerName, shared, home } = view;
  const homes = [
    ...(home.includes('me') ? ['your home page'] : []),
    ...homeRoles.filter((role) => home.includes(role)).map((role) => `home of ${peopleOf(role)}`),
  ];
  const sharing = shared ? `shared${own ? '' : ` by ${ownerName}`}` : own ? '' : ownerName;
  const notes = [pageText(address), sharing, ...homes].filter(Boolean).join(' · ');
  return (
    <Group
      component="li"
      wrap="nowrap"
      gap="xs"
      pr="var(--space-2)"
      bdrs="sm"
      className={classes.row}
    >
      <Link
        className={classes.view}
        to={address}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onOpen}
      >
        <bdi>{name}</bdi>{' '}
        <Text component="small" size="xs" c="dimmed" truncate>
          {notes}
        </Text>
      </Link>
      {homes.length > 0 && (
        <IconHome
          size={14}
          stroke={1.75}
          color="var(--ink-3)"
          className={classes.mark}
          aria-hidden
        />
      )}
      <ViewActions view={view} onRename={() => setRenaming(true)} />
    </Group>
  );
}

function RenameRow({ view, onEnd }: { readonly view: SavedView; readonly onEnd: () => void }) {
  const [name, setName] = useState(view.name);
  const { mutate, error, isPending } = useMutation(writeView());
  const save = () => {
    if (name.trim() === '' || isPending) return;
    const content = { ...contentOf(view), name };
    mutate({ id: view.id, content, etag: view.etag }, { onSuccess: onEnd });
  };
  return (
    <Stack component="li" gap={0} px="xs" py={4}>
      <Group
        component="form"
        gap="xs"
        wrap="nowrap"
        align="start"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          flex={1}
          size="xs"
          aria-label={`New name of ${view.name}`}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the menu item that was pressed
          autoFocus
          maxLength={maxViewNameLength}
          value={name}
          error={error === null ? null : (faultsOf(error)[0]?.detail ?? messageOf(error))}
          // Escape ends the renaming, not the dialog.
          data-mantine-stop-propagation="true"
          onKeyDown={({ key }) => {
            if (key === 'Escape') onEnd();
          }}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" aria-disabled={isPending || name.trim() === ''}>
          Rename
        </Button>
        <Button variant="subtle" onClick={onEnd}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
