import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FormFoot.module.css';

export function FormFoot({ children }: { readonly children: ReactNode }) {
  return (
    <Group gap="xs" mt="md" className={classes.foot}>
      {children}
    </Group>
  );
}

interface SubmitFootProps {
  readonly label: string;
  readonly pendingLabel?: string;
  readonly isPending: boolean;
  readonly isOff?: boolean;
  readonly closeLabel?: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function SubmitFoot(props: SubmitFootProps) {
  const { label, pendingLabel = label, isPending, isOff = false, closeLabel = 'Cancel' } = props;
  return (
    <FormFoot>
      <Button type="submit" variant="filled" aria-disabled={isPending || isOff}>
        {isPending ? pendingLabel : label}
      </Button>
      <Button variant="subtle" onClick={props.onClose}>
        {closeLabel}
      </Button>
      {props.children}
    </FormFoot>
  );
}
