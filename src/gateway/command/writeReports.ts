import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { grouped } from '#contract/digits.ts';
import { directoryPage } from '#contract/directory.ts';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import type { ReportOptions } from '#contract/report.ts';
import type { PortfolioSubject } from '#contract/subject.ts';
import { codeOf, Refusal } from '../config/refusal.ts';
import type { Request } from './holder.ts';
import { problemLines, progressText } from './importAnswer.ts';

export interface WriteReportsOptions {
  readonly out: string;
  /** Query of the directory. */
  readonly filter: string;
  readonly print: (line: string) => void;
  readonly request: Request;
  readonly render: (subject: PortfolioSubject, get: ReportOptions['request']) => Promise<string>;
}

export interface WrittenReports {
  readonly written: number;
  readonly failed: number;
}

const maxShown = 20;

/** Writes a file for each matching user. A user whose report fails is named, and the others are written. */
export async function writeReports(options: WriteReportsOptions): Promise<WrittenReports> {
  const { out, filter, print, render } = options;
  const request = patient(options.request);
  const users = await matchingUsers(filter, request);
  let failed = 0;
  let progress = '';
  for (const [index, user] of users.entries()) {
    const html = await render({ user }, request).catch((error: unknown) => {
      // Without the process, every other report would fail too.
      if (error instanceof Refusal) throw error;
      failed += 1;
      if (failed <= maxShown) print(`${JSON.stringify(user)}: ${messageOf(error)}`);
      return null;
    });
    if (html !== null) await write(join(out, fileNameOf(user)), html);
    const text = progressText({ progress: 'Reports', done: index + 1, of: users.length });
    if (text !== progress) print(text);
    progress = text;
  }
  if (failed > maxShown) print(`and ${grouped(failed - maxShown)} more failed`);
  const written = users.length - failed;
  const end = failed === 0 ? '' : `, ${grouped(failed)} failed`;
  print(users.length === 0 ? 'No users match.' : `${grouped(written)} reports in ${out}${end}.`);
  return { written, failed };
}

/** In the order of the directory. A user who is created meanwhile may be missing. */
async function matchingUsers(filter: string, request: Request): Promise<string[]> {
  const users = new Set<string>();
  const read = async (part: Readonly<Record<string, string>>): Promise<Response> => {
    const query = new URLSearchParams(filter.replace(/^\?/, ''));
    for (const name of ['offset', 'limit', 'format', 'sort']) query.delete(name);
    for (const [name, text] of Object.entries({ sort: 'customId', ...part })) query.set(name, text);
    const response = await request(`${getDirectory.path}?${query.toString()}`);
    if (!response.ok) throw new Refusal(await problemLines(response));
    return response;
  };
  // The audit trail records exports of the list of users, and no read of one user. This command does both.
  await (await read({ format: 'csv', columns: 'customId' })).body?.cancel();
  for (let offset = 0; ; offset += maxDirectoryRows) {
    const response = await read({ limit: String(maxDirectoryRows), offset: String(offset) });
    const { rows, count } = z.parse(directoryPage, await response.json());
    for (const { customId } of rows) users.add(customId);
    if (rows.length === 0 || offset + rows.length >= count) return [...users];
  }
}

const maxWaits = 60;

/** Waits as long as a busy service requests, such as while its directory loads. */
const patient =
  (request: Request): Request =>
  async (path, init) => {
    for (let waits = 0; ; waits += 1) {
      const response = await request(path, init);
      const seconds = Number(response.headers.get('retry-after') ?? NaN);
      if (response.ok || !(seconds >= 0) || waits === maxWaits) return response;
      await response.body?.cancel();
      await wait(1000 * Math.min(seconds, 60));
    }
  };

/**
 * Returns a name that every file system accepts: the id itself if it is plain, otherwise its letters and digits with a hash, so
 * that no two users have the same file, not even if letter case does not matter.
 */
export function fileNameOf(customId: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,99}$/.test(customId)) return `${customId}.html`;
  const plain = customId.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 40);
  const hash = createHash('sha256').update(customId).digest('hex').slice(0, 12);
  return `${plain}.${hash}.html`;
}

async function write(file: string, html: string): Promise<void> {
  try {
    await writeFile(file, html);
  } catch (error) {
    throw new Refusal(`${file} cannot be written (${codeOf(error)}).`);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
