import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '../api/errors.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { useFormat } from '../preferences/format.ts';
import { undoImports } from './imports.ts';

/** An import of users, or a change of attributes. */
export type UndoSubject = 'import' | 'change';

interface ImportUndoProps {
  readonly subject?: UndoSubject;
  readonly ids: readonly string[];
  readonly created: number;
  readonly onUndone?: () => void;
}

const undoTexts = {
  import: 'Attributes and holdings',
  change: 'Attributes',
} as const satisfies Record<UndoSubject, string>;

const maxNamed = 20;

export function ImportUndo({ subject = 'import', ids, created, onUndone }: ImportUndoProps) {
  const format = useFormat();
  const result = useRef<HTMLOutputElement>(null);
  const undo = useMutation(undoImports);
  const { isPending, isSuccess } = undo;
  // The button is gone, so focus moves to the result.
  useEffect(() => {
    if (isSuccess) result.current?.focus();
  }, [isSuccess]);
  const stay = `${format.count(created, 'user')} that it created ${created === 1 ? 'remains' : 'remain'}`;
  if (undo.data === undefined) {
    return (
      <Stack gap="xs">
        <Group gap="xs">
          <Button
            aria-disabled={isPending}
            onClick={() => !isPending && undo.mutate(ids, { onSuccess: () => onUndone?.() })}
          >
            {isPending ? 'Undoing…' : `Undo ${subject}`}
          </Button>
          <Text flex={1} miw={240} size="xs" c="dimmed">
            {undoTexts[subject]} are reverted, unless changed since.
            {created > 0 ? ` The ${stay}: users cannot be deleted.` : ''}
          </Text>
        </Group>
        {undo.isError && <NoteLine tone="danger">{messageOf(undo.error)}</NoteLine>}
      </Stack>
    );
  }
  const { restored, skipped } = undo.data;
  return (
    <Text component="output" ref={result} display="block" size="xs" tabIndex={-1} lh={1.5}>
      Undone: {format.count(restored, 'user')}.{created > 0 ? ` The ${stay}.` : ''}
      {skipped.length > 0 && (
        <>
          <p>Changed since the {subject}, so not reverted:</p>
          <ul>
            {skipped.slice(0, maxNamed).map(({ user, reason }) => (
              <li key={`${user} ${reason}`}>
                <bdi>{user}</bdi>: {reason}
              </li>
            ))}
            {skipped.length > maxNamed && (
              <li>and {format.number(skipped.length - maxNamed)} more</li>
            )}
          </ul>
        </>
      )}
    </Text>
  );
}
