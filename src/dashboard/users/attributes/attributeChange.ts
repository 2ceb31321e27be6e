import { keptAs, writtenNumber } from '#contract/digits.ts';
import { jsonFaultInWords } from '#contract/jsonFault.ts';
import type { JsonObject } from '#contract/mergePatch.ts';
import { changeAttributes } from '#contract/operations/userImports.ts';
import { maxFileNameLength } from '#contract/userImport.ts';
import { callLines } from '../../api/client.ts';
import { readAttributes } from '../edit/attributesText.ts';
import { listOf } from '../edit/userAttributes.ts';
import type { RunLines } from '../transfer/importRun.ts';

export const attributeActions = { set: 'Set', remove: 'Remove' } as const;
export type AttributeAction = keyof typeof attributeActions;

export const valueKinds = {
  text: 'Text',
  number: 'Number',
  boolean: 'True or false',
  list: 'List',
  json: 'JSON',
} as const;
export type ValueKind = keyof typeof valueKinds;

/** The fields of the form. */
export interface AttributeDraft {
  readonly action: AttributeAction;
  readonly name: string;
  readonly kind: ValueKind;
  readonly text: string;
}

export interface AttributeChange {
  readonly draft: AttributeDraft;
  /** `Set country`, its name in the list of imports. */
  readonly title: string;
  readonly body: Blob;
}

interface DraftFault {
  readonly field: 'name' | 'text';
  readonly fault: string;
}

type DraftValue = { readonly json: string } | { readonly fault: string };

const readers: Record<ValueKind, (text: string) => DraftValue> = {
  text: (text) =>
    text === ''
      ? { fault: 'Enter a value. To remove the attribute, select Remove.' }
      : { json: JSON.stringify(text) },
  number: (text) => {
    const trimmed = text.trim();
    const value = writtenNumber(trimmed);
    if (Number.isNaN(value)) return { fault: 'Enter a number, such as 1250.5.' };
    const kept = keptAs(trimmed);
    if (kept === null) return { json: String(value) };
    return { fault: `This number has too many digits: it would become ${kept}.` };
  },
  boolean: (text) =>
    text === 'true' || text === 'false' ? { json: text } : { fault: 'Select true or false.' },
  list: (text) => {
    const words = listOf(text);
    if (words.length === 0) return { fault: 'Enter words separated by commas.' };
    return { json: JSON.stringify(words) };
  },
  json: (text) => {
    try {
      JSON.parse(text);
      return { json: text };
    } catch {
      return { fault: `This is not valid JSON: ${jsonFaultInWords(text)}.` };
    }
  },
};

/** Returns the merge patch of a draft, or its first fault. */
export function patchOf({ action, name, kind, text }: AttributeDraft): JsonObject | DraftFault {
  if (name === '') return { field: 'name', fault: 'Enter the name of an attribute.' };
  const value: DraftValue = action === 'remove' ? { json: '""' } : readers[kind](text);
  if ('fault' in value) return { field: 'text', fault: value.fault };
  const { attributes, faults } = readAttributes(`{${JSON.stringify(name)}:${value.json}}`);
  const [first] = faults;
  if (attributes === null) {
    const isName = readAttributes(`{${JSON.stringify(name)}:""}`).attributes === null;
    return { field: isName ? 'name' : 'text', fault: first?.detail ?? 'This cannot be stored.' };
  }
  return action === 'remove' ? Object.fromEntries([[name, null]]) : attributes;
}

const isFault = (patch: JsonObject | DraftFault): patch is DraftFault =>
  Object.hasOwn(patch, 'fault') && Object.hasOwn(patch, 'field');

const idsPerPart = 1000;

/** Returns the request for the users, or the fault of the draft. */
export function attributeChangeOf(
  draft: AttributeDraft,
  ids: ReadonlySet<string>,
): AttributeChange | DraftFault {
  const patch = patchOf(draft);
  if (isFault(patch)) return patch;
  const end = `,"attributes":${JSON.stringify(patch)}}\n`;
  const { mediaType, limit } = changeAttributes.body;
  // Ids have some dozens of bytes. A body that could exceed the limit is not even built.
  if (new Blob([end]).size * ids.size > limit / 2) {
    return { field: 'text', fault: 'This value is too long for so many users. Select fewer.' };
  }
  const parts: string[] = [];
  const all = [...ids];
  for (let from = 0; from < all.length; from += idsPerPart) {
    const some = all.slice(from, from + idsPerPart);
    parts.push(some.map((id) => `{"customId":${JSON.stringify(id)}${end}`).join(''));
  }
  return {
    draft,
    title: `${attributeActions[draft.action]} ${draft.name}`,
    body: new Blob(parts, { type: mediaType }),
  };
}

export function changeLines({ title, body }: AttributeChange, isDryRun: boolean): RunLines {
  const query = isDryRun
    ? { dryRun: '1' }
    : { file: title.slice(0, maxFileNameLength).toWellFormed() };
  return (signal) => callLines(changeAttributes, { query }, { file: body, signal });
}
