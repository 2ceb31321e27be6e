import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import classes from './Button.module.css';

interface Looks {
  /** `filled` once a page; `plain` has no border until hovered. */
  readonly variant?: 'default' | 'filled' | 'plain' | 'danger';
  readonly icon?: ReactNode;
}

/** A button of ours: Mantine's would cost the first visit 10 kB. */
export function Button({
  variant = 'default',
  icon,
  className,
  children,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Looks) {
  return (
    <button {...rest} type={type} className={clsx(classes.button, classes[variant], className)}>
      {icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'default',
  icon,
  className,
  children,
  ...rest
}: LinkProps & Looks) {
  return (
    <Link {...rest} className={clsx(classes.button, classes[variant], className)}>
      {icon}
      {children}
    </Link>
  );
}

/** A button that shows its icon alone; `label` is its name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { readonly label: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={clsx(classes.icon, className)}
    >
      {children}
    </button>
  );
}
