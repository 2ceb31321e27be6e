import { Group } from '@mantine/core';
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
