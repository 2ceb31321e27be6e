import { ActionIcon, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { download } from '../../design/download.ts';
import { LatePopover } from '../../design/LatePopover.tsx';
import { notify } from '../../design/notify.ts';
import {
  maxViewName,
  readViews,
  removeView,
  saveViews,
  useSavedViews,
} from '../../preferences/savedViews.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { pageLinks } from '../../url/pageLinks.ts';
import { columnsName, createParam, importParam } from '../../url/params.ts';
import { usersLayout } from './directoryParams.ts';
import chooser from '../../design/ColumnChooser.module.css';
import classes from './SavedViews.module.css';

/** Forms over the page are not part of a view. */
const dialogParams = [createParam, importParam];

export function searchOfView(search: string, columns: readonly string[]): string {
  const params = new URLSearchParams(search);
  for (const { name } of dialogParams) params.delete(name);
  if (!params.has(columnsName)) for (const column of columns) params.append(columnsName, column);
  return params.toString();
}

async function importViews(file: File | null): Promise<void> {
  if (file === null) return;
  const views = readViews(await file.text());
  if (views === null) return notify(`${file.name} contains no views`);
  saveViews(views);
  notify(views.length === 1 ? '1 view imported' : `${views.length} views imported`);
}

export function SavedViews({ columns }: { readonly columns: readonly string[] }) {
  const { views } = useSavedViews();
  const [, setLayout] = useTableLayout(usersLayout);
  const { search: address } = useLocation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const title = useId();
  const search = searchOfView(address, columns);
  const current = views.find((view) => view.search === search);
  const save = () => {
    if (name.trim() === '') return;
    saveViews([{ name: name.trim(), search }]);
    // The columns are now part of the view: an address without columns shows the standard ones.
    void navigate({ search }, { replace: true });
    setLayout({ columns: null });
    setName('');
  };
  return (
    <LatePopover
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-start"
      trapFocus
      width={300}
      dropdown={{ className: chooser.panel, 'aria-labelledby': title }}
      button={
        <Button variant="subtle" leftSection={<IconBookmark size={14} stroke={1.75} aria-hidden />}>
          {current?.name ?? 'Views'}
        </Button>
      }
    >
      <Text component="h2" id={title} px="md" pt="sm" pb="xs">
        Saved views
      </Text>
      {views.length === 0 ? (
        <Text px="md" pb="xs" c="dimmed">
          No views yet. A view stores the list’s search, filters, sort order, period and columns.
        </Text>
      ) : (
        <Stack component="ul" gap={0} mah={320} px="xs" className={chooser.list}>
          {views.map((view) => (
            <Group component="li" key={view.name} wrap="nowrap" px="xs" bdrs="sm">
              <Link
                className={classes.view}
                to={`${pageLinks.users.to}?${view.search}`}
                aria-current={view === current || undefined}
                onClick={() => setOpen(false)}
              >
                <bdi>{view.name}</bdi>
              </Link>
              <ActionIcon
                aria-label={`Remove view ${view.name}`}
                title="Remove"
                onClick={() => {
                  removeView(view.name);
                  notify('View removed', () => saveViews([view]));
                }}
              >
                <IconX size={14} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
      <Group
        component="form"
        gap="xs"
        wrap="nowrap"
        px="md"
        pt="xs"
        pb="sm"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          flex={1}
          size="xs"
          aria-label="View name"
          placeholder="View name"
          maxLength={maxViewName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          Save
        </Button>
      </Group>
      <Group component="footer" justify="space-between" px="xs" py="xs" className={chooser.foot}>
        <FileButton accept="application/json,.json" onChange={(file) => void importViews(file)}>
          {(props) => (
            <Button variant="subtle" {...props}>
              Import
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          disabled={views.length === 0}
          onClick={() =>
            download('user views.json', JSON.stringify(views, null, 2), 'application/json')
          }
        >
          Export
        </Button>
      </Group>
    </LatePopover>
  );
}
