import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import { webhook } from '#contract/webhook.ts';
import { inOneGo } from '#directory/slices.ts';
import { createFindings, createdNames, idIn, idNames, nameIn, textIn, timeIn } from './findings.ts';
import { rowsOf } from './lists.ts';
import type { ForeignWebhook, Read } from './read.ts';

const typeNames = ['type', 'types', 'event', 'events'];

/**
 * Parses registered webhooks. The interface shows `url` and `type` but does not list the types, so any text is accepted. A
 * registration for several types becomes one webhook for each type.
 */
export function* readEachWebhook(json: unknown): Generator<void, Read<readonly ForeignWebhook[]>> {
  const findings = createFindings();
  const { rows, path: listPath } = rowsOf(json, 'webhooks', findings);
  findings.seen('webhook', rows.length);
  const webhooks: ForeignWebhook[] = [];
  for (const [index, row] of rows.entries()) {
    yield;
    const path = [...listPath, index];
    const url = isObject(row) ? textIn(row, ['url']) : null;
    const types = isObject(row) ? typesOf(row) : null;
    if (!isObject(row) || url === null || types === null) {
      findings.unread('webhook', url === null ? 'without-url' : 'without-type', path);
      continue;
    }
    const foreign = {
      id: idIn(findings, row, idNames, 'id', path),
      url,
      createdAt: timeIn(findings, row, createdNames, 'time', path),
      ...standingOf(row),
    };
    for (const type of types) webhooks.push({ ...foreign, type });
  }
  return findings.read(webhooks);
}

export const readWebhookList = (json: unknown): Read<readonly ForeignWebhook[]> =>
  inOneGo(readEachWebhook(json));

function standingOf(row: JsonObject): Pick<ForeignWebhook, 'status' | 'health'> {
  const status = webhook.shape.status.safeParse(row['status']);
  const health = webhook.shape.health.safeParse(row['health']);
  const { successRate = null, lastSuccessAt = null, lastFailureAt = null } = health.data ?? {};
  return {
    status: status.data ?? null,
    health: health.data ? { successRate, lastSuccessAt, lastFailureAt } : null,
  };
}

function typesOf(row: JsonObject): string[] | null {
  const name = nameIn(row, typeNames);
  const value = name === undefined ? null : row[name];
  const types = (Array.isArray(value) ? value : [value]).filter(
    (type) => typeof type === 'string' && type !== '',
  );
  return types.length > 0 ? [...new Set(types)] : null;
}
