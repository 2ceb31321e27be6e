import type { Operation } from '#contract/operation.ts';
import * as about from '#contract/operations/about.ts';
import * as access from '#contract/operations/access.ts';
import * as audit from '#contract/operations/audit.ts';
import * as backup from '#contract/operations/backup.ts';
import * as changes from '#contract/operations/changes.ts';
import * as views from '#contract/operations/views.ts';

/** The calls that the process answers, not the service, by name. */
export const operationsOfProcess: Readonly<Record<string, Operation>> = {
  ...about,
  ...access,
  ...audit,
  ...backup,
  ...changes,
  ...views,
};
