import { IconChevronRight } from '@tabler/icons-react';
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Disclosure.module.css';

interface DisclosureProps extends Pick<ComponentProps<'details'>, 'className' | 'onToggle'> {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

export function Disclosure({ summary, className, onToggle, children }: DisclosureProps) {
  return (
    <details className={clsx(classes.disclosure, className)} onToggle={onToggle}>
      <summary>
        <IconChevronRight size={14} stroke={1.75} color="var(--ink-3)" aria-hidden />
        {summary}
      </summary>
      {children}
    </details>
  );
}
