import type { AuditKind } from '#contract/auditKinds.ts';
import type { operations, OperationName } from '#contract/operations/operations.ts';

interface AuditRule {
  /** Kind of the changed item, and the parameter that names it. Without a parameter, the handler calls `noteSubject`. */
  readonly kind?: AuditKind;
  readonly param?: string;
  /** Returns whether a successful answer changed or revealed something. Default: always. */
  readonly isRecorded?: (answered: {
    readonly status: number;
    readonly query: URLSearchParams;
  }) => boolean;
}

export type ChangingOperation = {
  [Name in OperationName]: (typeof operations)[Name]['method'] extends 'GET' ? never : Name;
}[OperationName];

const user = { kind: 'user', param: 'id' } as const;
const thematic = { kind: 'thematic', param: 'id' } as const;
const endpoint = { kind: 'endpoint', param: 'id' } as const;
const isCsv: AuditRule['isRecorded'] = ({ query }) => query.get('format') === 'csv';
const isNoDryRun: AuditRule['isRecorded'] = ({ query }) => query.get('dryRun') !== '1';
const isCreated: AuditRule['isRecorded'] = ({ status }) => status === 201;

/**
 * Every call that changes something (null: it changes nothing after all), reveals a secret, or exports a large file. Reads of one
 * user, such as their report, are not among them; `npm run report` exports the list of users first.
 */
const rules = {
  createUser: { kind: 'user', isRecorded: isCreated },
  putUser: user,
  updateUser: user,
  putThematic: thematic,
  deleteDefinition: thematic,
  previewDefinition: null,
  putWebhook: { kind: 'endpoint' },
  removeWebhook: { kind: 'endpoint' },
  enableEndpoint: endpoint,
  disableEndpoint: endpoint,
  tryEndpoint: endpoint,
  rotateEndpointSecret: endpoint,
  testEndpoint: endpoint,
  // A dry run answers 200.
  recoverEndpoint: { ...endpoint, isRecorded: isCreated },
  deleteRecovery: { kind: 'recovery', param: 'id' },
  redeliverDelivery: { kind: 'delivery', param: 'id' },
  verifySignature: null,
  putInspector: {},
  deleteInspected: {},
  receiveMessage: null,
  registerHook: {},
  unregisterHook: {},
  receiveHint: null,
  pushPrices: {},
  importFiles: {},
  putSamples: {},
  restoreBackup: {},
  resumeDeliveries: {},
  importUsers: { kind: 'import', isRecorded: isNoDryRun },
  changeAttributes: { kind: 'import', isRecorded: isNoDryRun },
  undoImport: { kind: 'import', param: 'id' },
  checkUpstream: { isRecorded: ({ query }) => query.get('writes') === '1' },
  createSession: {},
  finishProviderSignIn: {},
  deleteSession: {},
  endSession: { kind: 'session', param: 'id' },
  deleteSessions: {},
  createKey: { kind: 'key' },
  revokeKey: { kind: 'key', param: 'id' },
  // A set of ids, which gives access to nothing.
  createSelection: null,
  putView: { kind: 'view', param: 'id' },
  deleteView: { kind: 'view', param: 'id' },
  resumeReading: {},
  cancelReading: {},
  getEndpointSecret: endpoint,
  getDirectory: { isRecorded: isCsv },
  getExposure: { isRecorded: isCsv },
  getBookExposure: { isRecorded: isCsv },
  getBookContribution: { isRecorded: isCsv },
  getBookShock: { isRecorded: isCsv },
  getThematicRebalance: { ...thematic, isRecorded: isCsv },
  getQuality: { isRecorded: isCsv },
  getBackup: {},
  getAudit: { isRecorded: isCsv },
} as const satisfies Record<ChangingOperation, AuditRule | null> &
  Partial<Record<OperationName, AuditRule | null>>;

/** Returns the rule of a call; null: only denied attempts are recorded. */
export function ruleOf(name: OperationName | null): AuditRule | null {
  const all: Partial<Record<OperationName, AuditRule | null>> = rules;
  return name === null ? null : (all[name] ?? null);
}

/** Calls that create or change a user, a thematic or an endpoint. Its history excludes tests and reads. */
export const itemChangeOperations: readonly OperationName[] = [
  'createUser',
  'putUser',
  'updateUser',
  'importUsers',
  'changeAttributes',
  'putThematic',
  'deleteDefinition',
  'putWebhook',
  'removeWebhook',
  'enableEndpoint',
  'disableEndpoint',
  'rotateEndpointSecret',
];
