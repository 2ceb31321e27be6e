import type { operations } from '#contract/operations/operations.ts';
import { accessProse } from './access.ts';
import { aboutProse } from './about.ts';
import { auditProse } from './audit.ts';
import { backupProse } from './backups.ts';
import type { ProseOf } from './callProse.ts';
import { marketProse } from './market.ts';
import { thematicProse } from './thematics.ts';
import { upstreamProse } from './upstream.ts';
import { userImportProse } from './userImports.ts';
import { userProse } from './users.ts';
import { walletProse } from './wallets.ts';
import { endpointProse, inspectorProse, webhookProse } from './webhooks.ts';

/** What people read of each call, by the name of its operation. */
export const callProse: ProseOf<typeof operations> = {
  ...userProse,
  ...walletProse,
  ...thematicProse,
  ...webhookProse,
  ...endpointProse,
  ...inspectorProse,
  ...marketProse,
  ...userImportProse,
  ...aboutProse,
  ...accessProse,
  ...auditProse,
  ...backupProse,
  ...upstreamProse,
};
