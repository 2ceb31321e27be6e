import { expect, test } from 'vitest';
import { operationName, operations } from '#contract/operations/operations.ts';
import { operationLabel } from '#dashboard/portfolio/operationLabels.ts';
import { ruleOf } from '#gateway/audit/rules.ts';

test('every audited operation has a label, and an unknown one is its own label', () => {
  for (const operation of Object.values(operations)) {
    const name = operationName(operation);
    if (name === null || ruleOf(name) === null) continue;
    expect(operationLabel(name)).not.toBe(name);
  }
  expect(operationLabel('doSomethingNew')).toBe('doSomethingNew');
  expect(operationLabel('constructor')).toBe('constructor');
});
