import { expect, test } from 'vitest';
import type { Claimed } from '#service/webhooks/delivery/claim.ts';
import { createSlots } from '#service/webhooks/delivery/slots.ts';
import {
  answerTimeoutMs,
  connectTimeoutMs,
  leaseMs,
  maxAddresses,
} from '#service/webhooks/delivery/timeouts.ts';

const claimedAt = Date.UTC(2026, 5, 17);
const delivery: Claimed = {
  seq: 1,
  claim: 'c',
  claimedUntil: claimedAt + leaseMs,
  endpointSeq: 1,
  url: 'https://example.com/hook',
  secrets: [],
  message: 'msg_1',
  body: '{}',
  attempts: 0,
  roundBegan: 0,
  number: 1,
};

test('no attempt begins that could go on after its lease, when somebody else may make it too', () => {
  // The host is found at the last moment, and of its addresses the last one alone is reached, at the last moment too.
  const longestMs = connectTimeoutMs + (maxAddresses - 1) * connectTimeoutMs + answerTimeoutMs;
  const startedAfter = (ms: number) => {
    const slots = createSlots();
    slots.add([delivery]);
    return slots.start(claimedAt + ms);
  };
  expect(startedAfter(0)).toEqual({ started: [delivery], expiring: [] });
  expect(startedAfter(leaseMs - longestMs + 1)).toEqual({ started: [], expiring: [delivery] });
});
