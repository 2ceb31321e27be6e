import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PastImport } from '#contract/userImport.ts';
import { importsQuery, undoState } from '../../portfolio/imports.ts';
import { ImportUndo } from '../../portfolio/ImportUndo.tsx';
import { useFormat } from '../../preferences/format.ts';
import { doneFigures } from './importMessages.ts';
import classes from './RecentImports.module.css';

const maxCollapsed = 5;

export function RecentImports() {
  const format = useFormat();
  const [isExpanded, setExpanded] = useState(false);
  const { data = [] } = useQuery(importsQuery);
  if (data.length === 0) return null;
  const shown = isExpanded ? data : data.slice(0, maxCollapsed);
  return (
    <section>
      <Text component="h3" size="sm" fw={500}>
        Recent imports
      </Text>
      <ul className={classes.list} aria-label="Recent imports">
        {shown.map((one) => (
          <RecentImport key={one.id} recent={one} />
        ))}
      </ul>
      {shown.length < data.length && (
        <Button variant="subtle" mt="xs" onClick={() => setExpanded(true)}>
          Show {format.number(data.length - shown.length)} more
        </Button>
      )}
    </section>
  );
}

function RecentImport({ recent }: { readonly recent: PastImport }) {
  const format = useFormat();
  const [isUndoing, setUndoing] = useState(false);
  const { id, startedAt, endedAt, by, file, created, undoUntil } = recent;
  const at = format.dateTime(startedAt);
  return (
    <li>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <div className={classes.texts}>
          <span>
            <time dateTime={startedAt}>{at}</time> · <bdi>{file ?? 'pasted text'}</bdi>
            {by !== null && (
              <>
                {' '}
                · by <bdi>{by}</bdi>
              </>
            )}
          </span>
          <Text size="xs" c="dimmed">
            {doneFigures(format, recent)} · {undoState(recent, format)}
            {endedAt === null && ' · not completed'}
          </Text>
        </div>
        {undoUntil !== null && !isUndoing && (
          <Button aria-label={`Undo import of ${at}`} onClick={() => setUndoing(true)}>
            Undo
          </Button>
        )}
      </Group>
      {isUndoing && (
        <Box mt="xs">
          <ImportUndo ids={[id]} created={created} />
        </Box>
      )}
    </li>
  );
}
