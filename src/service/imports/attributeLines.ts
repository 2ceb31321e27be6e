import { isUtf8 } from 'node:buffer';
import { bytesInWords } from '#contract/bytes.ts';
import { jsonFaultInWords } from '#contract/jsonFault.ts';
import { isObject, sameJson, type JsonObject } from '#contract/mergePatch.ts';
import { updateUser } from '#contract/operations/users.ts';
import { customIdFault } from '#contract/user.ts';
import { attributePatch, customIdHeaders } from '#contract/userImport.ts';
import { excessInWords, jsonExcess, type JsonBounds } from '#platform/http/jsonBounds.ts';
import { Problem } from '#platform/http/problem.ts';
import { checkStorable, patchBounds } from '#platform/http/userPatch.ts';
import { quoted } from './importFaults.ts';
import type { UserCsvRow } from './userCsv.ts';
import type { FileUser, UserFault } from './userRows.ts';
import type { SpooledUser } from './userSpool.ts';

/** A line becomes one change of a user, so its limit applies. */
export const maxAttributeLine = updateUser.body.limit;

const newline = 0x0a;

/** Splits a body into lines without the blank ones. A line that is too long or not UTF-8 has a fault and no text. */
export async function* attributeRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<UserCsvRow> {
  let line = 1;
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array) => {
    size += part.byteLength;
    if (size > maxAttributeLine) parts = [];
    else parts.push(part);
  };
  const end = (): UserCsvRow | null => {
    const row = rowOf(line, size, Buffer.concat(parts));
    line += 1;
    parts = [];
    size = 0;
    return row;
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      const row = end();
      if (row !== null) yield row;
    }
    add(chunk.subarray(from));
  }
  const last = end();
  if (last !== null) yield last;
}

function rowOf(line: number, size: number, bytes: Buffer): UserCsvRow | null {
  const fault = (text: string) => ({ line, cells: [''], fault: text });
  if (size > maxAttributeLine) {
    return fault(`The line exceeds ${bytesInWords(maxAttributeLine)}, the limit of one change.`);
  }
  if (!isUtf8(bytes)) return fault('The line is not UTF-8 text.');
  // TextDecoder removes a byte order mark.
  const text = new TextDecoder().decode(bytes).trim();
  return text === '' ? null : { line, cells: [text] };
}

const lineBounds: JsonBounds = { ...patchBounds, levels: patchBounds.levels + 1 };

const members = Object.keys(attributePatch.shape);

type LineFault = Omit<UserFault, 'row'>;

interface ParsedLine {
  /** null: the line does not name a user, so it is a user of its own. */
  readonly customId: string | null;
  readonly attributes?: JsonObject;
  readonly fault?: LineFault;
}

export function parseAttributeLine(text: string): ParsedLine {
  const excess = jsonExcess(text, lineBounds);
  if (excess !== null) return unnamed(`The line ${excessInWords(excess, lineBounds)}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unnamed(`The line is not valid JSON: ${jsonFaultInWords(text)}.`);
  }
  if (!isObject(value)) return unnamed('The line is not a JSON object.');
  const { attributes, ...line } = value;
  const idNames = customIdHeaders.filter((name) => Object.hasOwn(line, name));
  const [idName] = idNames;
  const customId = idName === undefined ? undefined : line[idName];
  if (typeof customId !== 'string' || idNames.length > 1) {
    return unnamed(`The line must name one user, by ${customIdHeaders.join(' or ')}.`);
  }
  const fault = (reason: string, field?: string) => ({
    customId,
    fault: { reason, ...(field === undefined ? {} : { field }) },
  });
  const idFault = customIdFault(customId);
  if (idFault !== null) return fault(`The customId ${idFault}.`, 'customId');
  const other = Object.keys(line).find((name) => !members.includes(name));
  if (other !== undefined) return fault(`The line has an unknown member, ${quoted(other)}.`);
  if (!isObject(attributes)) return fault('attributes must be a JSON object.');
  if (Object.hasOwn(attributes, 'wallets')) return fault('wallets is not an attribute.', 'wallets');
  try {
    checkStorable(attributes, ['attributes']);
    return { customId, attributes };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return fault(error.message);
  }
}

const unnamed = (reason: string): ParsedLine => ({ customId: null, fault: { reason } });

/** Combines the lines of a user; the first fault if that is impossible. */
export function readLinesOfUser({ customId, rows, isTooLarge }: SpooledUser): FileUser | UserFault {
  const first = rows[0]?.line ?? 0;
  if (isTooLarge) {
    return {
      row: first,
      reason: `The lines of this user exceed ${bytesInWords(maxAttributeLine)} in total, the limit of one change.`,
    };
  }
  const all = new Map<string, unknown>();
  const attributeRows = new Map<string, number>();
  for (const { line: row, cells, fault: rowFault } of rows) {
    if (rowFault !== undefined) return { row, reason: rowFault };
    const { attributes = {}, fault } = parseAttributeLine(cells[0] ?? '');
    if (fault !== undefined) return { row, ...fault };
    for (const [name, value] of Object.entries(attributes)) {
      const earlier = attributeRows.get(name);
      if (earlier === undefined) {
        all.set(name, value);
        attributeRows.set(name, row);
      } else if (!sameJson(all.get(name), value)) {
        return { row, field: name, reason: `${name} conflicts with line ${earlier}.` };
      }
    }
  }
  return {
    customId: customId ?? '',
    rows,
    attributes: Object.fromEntries(all),
    attributeRows,
    statements: [],
  };
}
