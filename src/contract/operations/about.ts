import * as z from 'zod/mini';
import { capabilities, health, healthStatus } from '../capabilities.ts';
import { operation } from '../operation.ts';

/** Returns the service's name and version, its market, and its features beyond the interface. */
export const getCapabilities = operation('GET', '/x/capabilities', {
  answers: { 200: capabilities },
});

/** Tries a change in the database, and answers 503 if it fails. Remote callers who are not signed in get only the status. */
export const getHealth = operation('GET', '/x/health', {
  answers: { 200: z.union([health, healthStatus]), 503: z.union([health, healthStatus]) },
  role: 'anyone',
});

/** Answers while the process runs. If there is no answer, restart the process. */
export const getLiveness = operation('GET', '/x/health/live', {
  answers: { 200: healthStatus },
  role: 'anyone',
});

/** Answers 503 while the process starts or stops, or if its database rejects changes. Send it no requests then. */
export const getReadiness = operation('GET', '/x/health/ready', {
  answers: { 200: healthStatus, 503: healthStatus },
  role: 'anyone',
});

/** Returns metrics in the text format of Prometheus. */
export const getMetrics = operation('GET', '/x/metrics', {
  answers: { 200: z.string() },
  mediaType: 'text/plain',
  role: 'monitor',
});
