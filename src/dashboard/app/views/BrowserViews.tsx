import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Result } from '../../design/NoteLine.tsx';
import { notify } from '../../design/notify.ts';
import {
  maxViewName,
  removeBrowserView,
  saveBrowserViews,
  useBrowserViews,
} from '../../preferences/browserViews.ts';
import { pageLinks } from '../../url/pageLinks.ts';
import { viewAddress } from './viewPage.ts';
import classes from './ViewsDialog.module.css';

interface BrowserViewsProps {
  readonly pathname: string;
  readonly search: string;
  readonly onOpen: () => void;
}

/** Views of the directory in this browser, for a service without views. */
export function BrowserViews({ pathname, search, onOpen }: BrowserViewsProps) {
  const { views } = useBrowserViews();
  const [name, setName] = useState('');
  const save = () => {
    if (name.trim() === '') return;
    saveBrowserViews([{ name: name.trim(), search }]);
    setName('');
  };
  return (
    <Stack>
      <Result>
        This service stores no views. Views of the {pageLinks.users.label.toLowerCase()} page stay
        in this browser.
      </Result>
      {pathname === pageLinks.users.to && (
        <Group
          component="form"
          gap="xs"
          wrap="nowrap"
          align="end"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextInput
            flex={1}
            label="Save this page as a view"
            placeholder="View name"
            maxLength={maxViewName}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" variant="filled" aria-disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      )}
      {views.length === 0 && <Text c="dimmed">No views yet.</Text>}
      <ul className={classes.list}>
        {views.map((view) => (
          <Group component="li" key={view.name} wrap="nowrap" className={classes.row}>
            <Link
              className={classes.view}
              to={viewAddress(pageLinks.users.to, view.search)}
              onClick={onOpen}
            >
              <bdi>{view.name}</bdi>
            </Link>
            <ActionIcon
              aria-label={`Remove view ${view.name}`}
              title="Remove"
              onClick={() => {
                removeBrowserView(view.name);
                notify('View removed', () => saveBrowserViews([view]));
              }}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </ul>
    </Stack>
  );
}
