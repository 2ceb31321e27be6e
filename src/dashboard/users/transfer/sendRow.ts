import { paths } from '#contract/paths.ts';
import { send } from '../../shared/api/client.ts';
import { HttpError, NetworkError } from '../../shared/api/errors.ts';
import type { PlannedRow } from './plan.ts';

/** How far a row came before an answer failed to arrive, so that nothing done is sent twice. */
export interface RowProgress {
  /** The creation was sent and no answer came: it may have happened. */
  wasSent: boolean;
  isCreated: boolean;
}

/** A user of that customId was made since the dry run. */
export class MadeMeanwhileError extends Error {
  override readonly name = 'MadeMeanwhileError';
}

/** Sends one row: the user where it is new, then its attributes where it has any. */
export async function sendRow(row: PlannedRow, progress: RowProgress): Promise<void> {
  if (row.verdict === 'create' && !progress.isCreated) {
    await create(row.customId, progress);
    progress.isCreated = true;
  }
  if (Object.keys(row.attributes).length === 0) return;
  await send({
    method: 'POST',
    path: paths.user(row.customId),
    body: { json: JSON.stringify(row.attributes) },
    schema: null,
  });
}

async function create(customId: string, progress: RowProgress): Promise<void> {
  try {
    await send({
      method: 'PUT',
      path: paths.users(),
      body: { customId },
      headers: { 'If-None-Match': '*' },
      schema: null,
    });
  } catch (error) {
    if (error instanceof NetworkError) progress.wasSent = true;
    if (!(error instanceof HttpError) || error.status !== 412) throw error;
    // It is there: made by our own request whose answer was lost, or by someone else.
    if (!progress.wasSent) {
      throw new MadeMeanwhileError(
        'There is a user of this customId now, made since the file was looked at.',
      );
    }
  }
}
