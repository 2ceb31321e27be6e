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
  /** Stands beside the title, quiet: a count, a period, a unit. */
  readonly sub?: ReactNode;
  /** Stands at the right of the head. */
  readonly actions?: ReactNode;
  /** `flush` for what has its own gutter (tables, charts); `padded` for text. */
  readonly body?: 'flush' | 'padded';
  readonly className?: string | undefined;
}

interface QueryProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is read, for the words of an error: "Wallets", "The history". */
  readonly what: string;
  /** What stands until the first answer: skeletons of the same size as what comes. */
  readonly loading: ReactNode;
  readonly isEmpty?: (data: T) => boolean;
  readonly empty?: ReactNode;
  /** Instead of the error panel: where there is no such thing, and where another panel says why. */
  readonly notFound?: ReactNode;
  readonly failed?: ReactNode;
  /** The path it is read from: how a connected service was read there is said above it. */
  readonly path?: string | undefined;
  readonly children: (data: T) => ReactNode;
}

type PanelProps<T> = HeadProps &
  (QueryProps<T> | { readonly query?: undefined; readonly children: ReactNode });

/**
 * One part of a page, named by its head; cut apart from others by hairlines, never boxed. With a query it shows the states
 * of what is read.
 */
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

/** The states of what is read, in their order: data first, then error, then empty, then loading. */
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

/** What a screen reader hears while skeletons stand. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <output>
      <VisuallyHidden>Loading {what}</VisuallyHidden>
    </output>
  );
}
