import type { ReactNode } from 'react';
import classes from './Terms.module.css';

export type Term = readonly [name: ReactNode, value: ReactNode];

interface TermsProps {
  readonly terms: readonly Term[];
  /** Instead of rows with hairlines below them. */
  readonly className?: string | undefined;
}

/** Names and what they stand for. What is cut of a text is its title. */
export function Terms({ terms, className = classes.rows }: TermsProps) {
  return (
    <dl className={className}>
      {terms.map(([name, value], index) => (
        <div key={index}>
          <dt title={titleOf(name)}>{name}</dt>
          <dd title={titleOf(value)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function titleOf(node: ReactNode): string | undefined {
  return typeof node === 'string' ? node : undefined;
}
