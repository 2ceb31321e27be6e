import type { OperationName } from '#contract/operations/operations.ts';
import { pageLinks } from '../url/pageLinks.ts';

export const operationLabels: Readonly<Partial<Record<OperationName | 'samples', string>>> = {
  createUser: 'Create user by id',
  putUser: 'Create user',
  updateUser: 'Change user',
  importUsers: 'Import users',
  undoImport: 'Undo import',
  checkUpstream: 'Check service with changes',
  putThematic: 'Define thematic',
  deleteDefinition: 'Withdraw definition',
  pushPrices: 'Push prices',
  importFiles: 'Import prices',
  putWebhook: 'Add webhook',
  removeWebhook: 'Remove webhook',
  enableEndpoint: 'Enable endpoint',
  disableEndpoint: 'Disable endpoint',
  tryEndpoint: 'Try endpoint',
  testEndpoint: 'Send test',
  getEndpointSecret: 'Reveal secret',
  rotateEndpointSecret: 'Rotate secret',
  recoverEndpoint: 'Recover deliveries',
  deleteRecovery: 'Stop recovery',
  redeliverDelivery: 'Redeliver',
  registerHook: 'Register our webhook',
  unregisterHook: 'Remove our webhook',
  resumeReading: 'Sync all users again',
  cancelReading: 'Stop user sync',
  putInspector: 'Change inspector',
  deleteInspected: 'Clear inspector',
  createSession: 'Sign in',
  finishProviderSignIn: 'Sign in by provider',
  deleteSession: 'Sign out',
  deleteSessions: 'Sign out everywhere',
  endSession: 'End session',
  createKey: 'Create key',
  revokeKey: 'Revoke key',
  getDirectory: 'Export users',
  getExposure: 'Export exposure',
  getQuality: 'Export data quality',
  getThematicRebalance: 'Export back to target',
  getAudit: `Export ${pageLinks.audit.label.toLowerCase()}`,
  getBackup: 'Back up',
  restoreBackup: 'Restore a backup',
  resumeDeliveries: 'Resume deliveries',
  samples: 'Change sample users',
  putSamples: 'Change sample users',
};

export function operationLabel(operation: string): string {
  const labels: Readonly<Record<string, string>> = operationLabels;
  return Object.hasOwn(labels, operation) ? (labels[operation] ?? operation) : operation;
}
