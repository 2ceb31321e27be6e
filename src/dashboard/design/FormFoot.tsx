import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FormFoot.module.css';

/** What a form or a question in a dialog may do next; at the end of a form it stays in sight. */
export function FormFoot({ children }: { readonly children: ReactNode }) {
  return (
    <Group gap="xs" mt="md" className={classes.foot}>
      {children}
    </Group>
  );
}

interface SubmitFootProps {
  readonly label: string;
  /** Stands on the button while it is sent: Saving… */
  readonly pendingLabel?: string;
  readonly isPending: boolean;
  /** It cannot be sent as it is. */
  readonly isOff?: boolean;
  readonly closeLabel?: string;
  readonly onClose: () => void;
  /** What else is to be said there. */
  readonly children?: ReactNode;
}

/** The end of a form that is sent or given up. */
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
