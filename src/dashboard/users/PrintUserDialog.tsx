import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../design/Dialog.tsx';
import { SubmitFoot } from '../design/FormFoot.tsx';
import { type PrintedParts, defaultParts } from './usePrintedParts.ts';

interface PrintUserDialogProps {
  readonly onPrint: (parts: PrintedParts) => void;
  readonly onClose: () => void;
}

export function PrintUserDialog({ onPrint, onClose }: PrintUserDialogProps) {
  const [parts, setParts] = useState(defaultParts);
  return (
    <Dialog title="Print" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onPrint(parts);
        }}
      >
        <Stack gap="sm">
          <Checkbox
            label="Drivers"
            checked={parts.moved}
            onChange={(event) => setParts({ ...parts, moved: event.currentTarget.checked })}
          />
          <Checkbox
            label="Attributes"
            checked={parts.attributes}
            onChange={(event) => setParts({ ...parts, attributes: event.currentTarget.checked })}
          />
          <Text size="xs" c="dimmed">
            Attributes may contain personal data, such as an email address.
          </Text>
        </Stack>
        <SubmitFoot label="Print" isPending={false} onClose={onClose} />
      </form>
    </Dialog>
  );
}
