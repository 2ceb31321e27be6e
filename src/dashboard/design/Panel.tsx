import { VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { isNotFound } from '../api/errors.ts';
import { ErrorPane } from './EmptyPane.tsx';
import { StaleLine } from './NoteLine.tsx';
import { AnswerNotes } from './AnswerNotes.tsx';
import classes from './Panel.module.css';

interface HeadProps {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
  readonly body?: 'flush' | 'padded';
  readonly className?: string | undefined;
}

interface QueryProps<T> {
  readonly query: UseQueryResult<T>;
  readonly what: string;
  readonly loading: ReactNode;
  readonly isEmpty?: (data: T) => boolean;
  readonly empty?: ReactNode;
  /** Replaces the error panel if nothing exists, or if another panel explains the error. */
  readonly notFound?: ReactNode;
  readonly failed?: ReactNode;
  readonly path?: string | undefined;
  readonly children: (data: T) => ReactNode;
}

type PanelProps<T> = HeadProps &
  (QueryProps<T> | { readonly query?: undefined; readonly children: ReactNode });

export function Panel<T>(props: PanelProps<T>) {
  const { title, sub, actions, body = 'flush', className } = props;
  const id = useId();
  return (
    <section className={clsx(classes.panel, className)} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {sub !== undefined && <span className={classes.sub}>{sub}</span>}
        <span className={classes.grow} />
        {actions}
      </header>
      <div className={clsx(body === 'padded' && classes.padded)}>
        {props.query === undefined ? props.children : <Query {...props} />}
      </div>
    </section>
  );
}

export function Query<T>(props: QueryProps<T>) {
  const { query, what, loading, isEmpty, empty, notFound, failed, children } = props;
  const retry = () => void query.refetch();
  if (query.data !== undefined) {
    return (
      <>
        {query.error !== null && (
          <StaleLine
            what={what}
            error={query.error}
            failedAt={query.errorUpdatedAt}
            shownAt={query.dataUpdatedAt}
            onRetry={retry}
          />
        )}
        {props.path !== undefined && (
          <div className={classes.reading}>
            <AnswerNotes paths={[props.path]} />
          </div>
        )}
        {isEmpty?.(query.data) === true ? empty : children(query.data)}
      </>
    );
  }
  if (query.error !== null) {
    return (
      (isNotFound(query.error) ? notFound : failed) ?? (
        <ErrorPane what={what} error={query.error} onRetry={retry} />
      )
    );
  }
  return (
    <>
      <Loading what={what.charAt(0).toLowerCase() + what.slice(1)} />
      {loading}
    </>
  );
}

/** Announces loading to screen readers. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <output>
      <VisuallyHidden>Loading {what}</VisuallyHidden>
    </output>
  );
}
