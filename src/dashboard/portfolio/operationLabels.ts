import type { OperationName } from '#contract/operations/operations.ts';

/** What the calls do that the audit trail records, in the words of their buttons. */
export const operationLabels: Readonly<Partial<Record<OperationName | 'samples', string>>> = {
  createUser: 'Create user by id',
  putUser: 'Create user',
  updateUser: 'Change user',
  importUsers: 'Import users',
  undoImport: 'Undo import',
  checkUpstream: 'Check the service with changes',
  putThematic: 'Define thematic',
  deleteDefinition: 'Retract definition',
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
  resumeReading: 'Read all users again',
  cancelReading: 'Stop reading users',
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
  getAudit: 'Export audit trail',
  getBackup: 'Back up',
  restoreBackup: 'Restore a backup',
  resumeDeliveries: 'Resume deliveries',
  samples: 'Change sample users',
  putSamples: 'Change sample users',
};

/** The words for a call; a name without words, such as that of a newer service, is itself. */
export function operationLabel(operation: string): string {
  const labels: Readonly<Record<string, string>> = operationLabels;
  return Object.hasOwn(labels, operation) ? (labels[operation] ?? operation) : operation;
}
