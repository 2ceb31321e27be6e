import { Box, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormFoot } from './FormFoot.tsx';
import { Result } from './NoteLine.tsx';

interface EditConflictProps {
  readonly children: ReactNode;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

export function EditConflict({ children, onKeep, onTake }: EditConflictProps) {
  return (
    <Box mb="md" ref={bringIntoSight}>
      <Result tone="error">
        {children}
        <FormFoot>
          <Button onClick={onKeep}>Keep my changes</Button>
          <Button variant="subtle" onClick={onTake}>
            Discard mine, use theirs
          </Button>
        </FormFoot>
      </Result>
    </Box>
  );
}

function bringIntoSight(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'nearest' });
}
