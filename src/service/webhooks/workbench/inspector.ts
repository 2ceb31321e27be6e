import type { InspectedMessage, InspectorSettings, SignatureVerdict } from '#contract/delivery.ts';

const kept = 100;
/** Of a message so much is kept. */
export const largestInspected = 64 * 1024;

/** The built-in receiver's memory: it is for trying things out, and forgets all when the process ends. */
export interface Inspector {
  settings: InspectorSettings;
  readonly messages: readonly InspectedMessage[];
  take(message: InspectedMessage): void;
  clear(): void;
}

export function createInspector(): Inspector {
  let messages: readonly InspectedMessage[] = [];
  return {
    settings: { status: 204, delaySeconds: 0 },
    get messages() {
      return messages;
    },
    take(message) {
      messages = [message, ...messages].slice(0, kept);
    },
    clear() {
      messages = [];
    },
  };
}

/** The verdict over what came to an address that is no endpoint. */
export const unknownSender: SignatureVerdict = {
  holds: false,
  why: 'No endpoint has this address, so there is no secret to check it with.',
};

/** The verdict where the secret to check with was lost with the key of the process. */
export const lostSecret: SignatureVerdict = {
  holds: false,
  why: 'The secret of this endpoint cannot be read, so there is none to check it with.',
};
