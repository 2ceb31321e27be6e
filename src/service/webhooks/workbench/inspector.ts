import {
  maxInspectedMessages,
  type InspectedMessage,
  type InspectorSettings,
  type SignatureVerdict,
} from '#contract/inspector.ts';

/** The messages of the built-in receiver, in memory: lost when the process ends. */
export interface InspectorStore {
  settings: InspectorSettings;
  readonly messages: readonly InspectedMessage[];
  take(message: InspectedMessage): void;
  clear(): void;
}

export function createInspector(): InspectorStore {
  let messages: readonly InspectedMessage[] = [];
  return {
    settings: { status: 204, delaySeconds: 0 },
    get messages() {
      return messages;
    },
    take(message) {
      messages = [message, ...messages].slice(0, maxInspectedMessages);
    },
    clear() {
      messages = [];
    },
  };
}

export const unknownSender: SignatureVerdict = {
  holds: false,
  why: 'No endpoint has this URL, so the secret to check the signature is unknown.',
};

/** The verdict if the endpoint's secret cannot be decrypted. */
export const lostSecret: SignatureVerdict = {
  holds: false,
  why: 'The secret of this endpoint cannot be decrypted, so the signature cannot be checked.',
};
