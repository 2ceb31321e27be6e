import type { ReactNode } from 'react';

interface WithUnitProps {
  /** USD, %, a time zone; null where there is none. */
  readonly unit: string | null | undefined;
  /** Of the unit, where it looks unlike its figure. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A figure and its unit, in the order that every figure has. */
export function WithUnit({ unit, className, children }: WithUnitProps) {
  return (
    <>
      {children}
      {unit != null &&
        (className === undefined ? ` ${unit}` : <span {...{ className }}> {unit}</span>)}
    </>
  );
}

/** The name of figures and their unit, as a head. */
export function HeadWithUnit({ unit, children }: Omit<WithUnitProps, 'className'>) {
  return (
    <>
      {children}
      {unit != null && <em> {unit}</em>}
    </>
  );
}

/** The same as one text: “Total, USD”. */
export function labelWithUnit(label: string, unit: string | null | undefined): string {
  return unit == null ? label : `${label}, ${unit}`;
}
