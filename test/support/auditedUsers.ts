import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { auditVerification } from '#contract/audit.ts';

const rows = z.array(z.looseObject({ operation: z.string(), id: z.string(), changes: z.string() }));

/** Reads the successful changes of users in the audit trail, oldest first, and expects that its chain is intact. */
export async function auditedUsers(url: string): Promise<z.infer<typeof rows>> {
  const text = await (await fetch(`${url}/x/audit?format=csv&kind=user&result=ok`)).text();
  const verified = await (await fetch(`${url}/x/audit/verification`)).json();
  expect(auditVerification.parse(verified)).toMatchObject({ intact: true, waiting: 0 });
  return rows.parse(parse(text, { columns: true, bom: true })).toReversed();
}
