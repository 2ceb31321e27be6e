import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { maxViewNameLength, savedViewContent, type SavedView } from '#contract/savedViews.ts';
import { faultsOf } from '../../api/errors.ts';
import { Refusal } from '../../design/NoteLine.tsx';
import { notify } from '../../design/notify.ts';
import { contentOf, newViewId, writeView } from '../../portfolio/viewQueries.ts';
import { useMayChangeViews } from './ViewActions.tsx';
import { pageText } from './viewPage.ts';

interface SaveViewProps {
  readonly address: string;
  readonly views: readonly SavedView[];
  readonly onSaved: () => void;
}

/** A view of one's own with the same name is replaced. */
export function SaveView({ address, views, onSaved }: SaveViewProps) {
  const [name, setName] = useState('');
  const mayChange = useMayChangeViews();
  const { mutate, error, isPending, reset } = useMutation(writeView());
  const replaced = views.find((view) => view.own && view.name === name.trim() && mayChange(view));
  const fault = savedViewContent.shape.address.safeParse(address).error?.issues[0]?.message;
  const save = () => {
    if (name.trim() === '' || isPending) return;
    const id = replaced?.id ?? newViewId();
    const content = { ...(replaced && contentOf(replaced)), name: name.trim(), address };
    mutate(
      { id, content, etag: replaced?.etag ?? null },
      {
        onSuccess: () => {
          notify(`View ${name.trim()} saved`);
          setName('');
          onSaved();
        },
      },
    );
  };
  const [first] = faultsOf(error);
  return (
    <Stack
      component="form"
      gap={4}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Group gap="xs" wrap="nowrap" align="end">
        <TextInput
          flex={1}
          label="Save this page as a view"
          placeholder="View name"
          autoComplete="off"
          maxLength={maxViewNameLength}
          value={name}
          error={first?.pointer === '/name' ? first.detail : null}
          onChange={(event) => {
            setName(event.target.value);
            if (error !== null) reset();
          }}
        />
        <Button
          type="submit"
          variant="filled"
          aria-disabled={name.trim() === '' || isPending || fault !== undefined}
        >
          {replaced === undefined ? 'Save' : 'Replace'}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" lineClamp={2}>
        {fault === undefined
          ? `Page: ${pageText(address)}. Views are private until an admin shares them.`
          : `This page cannot be a view: its address ${fault}.`}
      </Text>
      {error !== null && first?.pointer !== '/name' && <Refusal lead="Not saved:" error={error} />}
    </Stack>
  );
}
