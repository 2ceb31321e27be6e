import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { refuseOperation, type Implementation } from '#platform/http/implement.ts';
import { notReported } from './reading/notReported.ts';
import { noStatements } from './operations/userAnswers.ts';

const noSampleUsers = 'The connected service provides the users; there are no sample users.';
const oneByOne =
  'The connected service changes one user at a time. Change attributes on the page of each user.';
const ownPrices = 'The connected service uses its own prices.';
const noMessageTypes = 'The connected service does not describe its messages.';
const ownDeliveries =
  'The connected service sends its own messages and does not report their delivery.';

/** Operations for which the 16 calls have no data, with a reason for people. */
const reasons: readonly (readonly [string, readonly Operation[]])[] = [
  [
    notReported.holdings,
    [
      operations.getPositionsHistory,
      operations.getStatements,
      operations.getAttribution,
      operations.getBookPerformance,
      operations.getBookFlows,
      operations.getBookContribution,
      operations.getBookFigures,
    ],
  ],
  [
    notReported.prices,
    [operations.getContribution, operations.getPriceHistory, operations.getTokenQuality],
  ],
  [
    notReported.definitions,
    [
      operations.putThematic,
      operations.previewDefinition,
      operations.getDefinitions,
      operations.deleteDefinition,
    ],
  ],
  [ownPrices, [operations.pushPrices, operations.importFiles]],
  [
    noStatements,
    [operations.putUser, operations.importUsers, operations.getImports, operations.undoImport],
  ],
  [oneByOne, [operations.changeAttributes]],
  [noSampleUsers, [operations.putSamples]],
  [noMessageTypes, [operations.getWebhookTypes]],
  [
    ownDeliveries,
    [
      operations.getWebhooksSummary,
      operations.getEndpoints,
      operations.getEndpoint,
      operations.enableEndpoint,
      operations.disableEndpoint,
      operations.tryEndpoint,
      operations.getEndpointSecret,
      operations.rotateEndpointSecret,
      operations.testEndpoint,
      operations.recoverEndpoint,
      operations.getRecovery,
      operations.deleteRecovery,
      operations.getDeliveries,
      operations.getDelivery,
      operations.redeliverDelivery,
      operations.verifySignature,
      operations.getInspector,
      operations.putInspector,
      operations.deleteInspected,
      operations.receiveMessage,
    ],
  ],
];

const pairs = reasons.flatMap(([reason, ofIt]) => ofIt.map((operation) => ({ operation, reason })));

/** Reasons by call, such as `PUT /x/thematics/{id}`, for `/x/capabilities`. */
export const notOffered: Readonly<Record<string, string>> = Object.fromEntries(
  pairs.map(({ operation: { method, path }, reason }) => [`${method} ${path}`, reason]),
);

export const notOfferedOperations: readonly Implementation[] = pairs.map(({ operation, reason }) =>
  refuseOperation(operation, reason),
);
