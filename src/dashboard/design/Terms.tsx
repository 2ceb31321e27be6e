import type { ReactNode } from 'react';
import classes from './Terms.module.css';

export type Term = readonly [name: ReactNode, value: ReactNode];

interface TermsProps {
  readonly terms: readonly Term[];
  readonly className?: string | undefined;
}

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
