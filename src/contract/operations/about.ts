import * as z from 'zod/mini';
import { capabilities, health, healthStatus } from '../capabilities.ts';
import { operation } from '../operation.ts';

/** What this process is, its market, and what it offers beyond the interface. */
export const getCapabilities = operation('GET', '/x/capabilities', {
  answers: { 200: capabilities },
});

/** Tries a change in the database; 503 where it does not take one. Who is neither signed in nor on this machine gets the status alone. */
export const getHealth = operation('GET', '/x/health', {
  answers: { 200: z.union([health, healthStatus]), 503: z.union([health, healthStatus]) },
  role: 'anyone',
});

/** Whether the process runs: where it does not answer this, it is to be started again. */
export const getLiveness = operation('GET', '/x/health/live', {
  answers: { 200: healthStatus },
  role: 'anyone',
});

/** Whether requests are to be sent to it: 503 while it starts or stops, and where its database takes no change. */
export const getReadiness = operation('GET', '/x/health/ready', {
  answers: { 200: healthStatus, 503: healthStatus },
  role: 'anyone',
});

/** Figures of the process, in the text format of Prometheus. */
export const getMetrics = operation('GET', '/x/metrics', {
  answers: { 200: z.string() },
  mediaType: 'text/plain',
  role: 'monitor',
});
