import type { ReactNode } from 'react';
import { HeadWithUnit } from '../design/WithUnit.tsx';
import classes from './Strip.module.css';

export function Strip({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area needs keyboard access
    <dl className={classes.strip} aria-label={label} tabIndex={0}>
      {children}
    </dl>
  );
}

interface StripFigureProps {
  readonly label: string;
  readonly unit?: string | null;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function StripFigure({ label, unit = null, title, children }: StripFigureProps) {
  return (
    <div>
      <dt>
        <HeadWithUnit unit={unit}>{label}</HeadWithUnit>
      </dt>
      <dd title={title}>{children}</dd>
    </div>
  );
}
