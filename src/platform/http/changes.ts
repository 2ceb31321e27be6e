import type { ReportedChange } from '#contract/auditChange.ts';
import type { ChangedMember } from '#contract/mergePatch.ts';

export function attributeChanges(changed: readonly ChangedMember[]): ReportedChange[] {
  return changed.map(({ name, ...values }) => ({ field: 'attribute', of: name, ...values }));
}

/** A change of one field for the audit trail; empty if the values are equal. */
export function fieldChange<Value extends string | number | null>(
  field: ReportedChange['field'],
  before: Value | undefined,
  after: Value | undefined,
): ReportedChange[] {
  if (before === after) return [];
  return [
    {
      field,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  ];
}
