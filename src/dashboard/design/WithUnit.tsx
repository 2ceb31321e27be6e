import type { ReactNode } from 'react';

interface WithUnitProps {
  readonly unit: string | null | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function WithUnit({ unit, className, children }: WithUnitProps) {
  return (
    <>
      {children}
      {unit != null &&
        (className === undefined ? ` ${unit}` : <span {...{ className }}> {unit}</span>)}
    </>
  );
}

export function HeadWithUnit({ unit, children }: Omit<WithUnitProps, 'className'>) {
  return (
    <>
      {children}
      {unit != null && <em> {unit}</em>}
    </>
  );
}

export function labelWithUnit(label: string, unit: string | null | undefined): string {
  return unit == null ? label : `${label}, ${unit}`;
}
