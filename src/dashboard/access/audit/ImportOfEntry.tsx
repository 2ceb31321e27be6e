import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { undoImport } from '#contract/operations/userImports.ts';
import { undoableImports } from '#contract/userImport.ts';
import { importsQuery, undoState } from '../../portfolio/imports.ts';
import { ImportUndo } from '../../portfolio/ImportUndo.tsx';
import { useMay } from '../../portfolio/session.ts';
import { useFormat } from '../../preferences/format.ts';

export function ImportOfEntry({ id }: { readonly id: string }) {
  const format = useFormat();
  const mayUndo = useMay(undoImport);
  const { data, isError } = useQuery({ ...importsQuery, enabled: mayUndo });
  const recent = data?.find((one) => one.id === id);
  // Stays once offered, to report what could not be undone.
  const [isOffered, setOffered] = useState(false);
  if (recent?.undoUntil != null && !isOffered) setOffered(true);
  if (!mayUndo || isError) return '–';
  if (data === undefined) return null;
  if (recent === undefined) {
    return `No longer possible: only the last ${undoableImports.count} imports can be undone, for ${undoableImports.days} days`;
  }
  return (
    <Stack gap="xs">
      <span>{undoState(recent, format)}</span>
      {isOffered && <ImportUndo ids={[id]} created={recent.created} />}
    </Stack>
  );
}
