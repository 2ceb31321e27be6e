import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { reconciles } from '#analytics/weights.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import classes from './Reconciliation.module.css';

interface ReconciliationProps {
  readonly sum: number;
  readonly whole: number;
  readonly of: string;
}

export function reconciliationText(
  format: Format,
  { sum, whole, of }: ReconciliationProps,
): string {
  return reconciles(sum, whole) ? `matches ${of}` : `${format.change(sum - whole)} versus ${of}`;
}

/** Names a difference of more than 0.01 %. */
export function Reconciliation({ sum, whole, of }: ReconciliationProps) {
  const format = useFormat();
  const agrees = reconciles(sum, whole);
  const Icon = agrees ? IconCheck : IconAlertTriangle;
  return (
    <span className={clsx(classes.mark, agrees ? classes.agrees : classes.differs)}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {reconciliationText(format, { sum, whole, of })}
    </span>
  );
}
