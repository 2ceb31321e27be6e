import { inOneGo } from '#directory/slices.ts';
import {
  createFindings,
  createdNames,
  idIn,
  idNames,
  numberIn,
  textIn,
  timeIn,
  updatedNames,
  type Findings,
  type KeyPath,
} from './findings.ts';
import { isErrorAnswer, lists, objectOf, readListed, unwrapped } from './lists.ts';
import type { ForeignThematic, Read } from './read.ts';
import { readConstituents } from './readTokens.ts';

export function readEachThematic(json: unknown): Generator<void, Read<readonly ForeignThematic[]>> {
  return readListed(
    json,
    lists.thematics,
    (row, path, findings) => thematicFrom(row, null, path, findings),
    ({ id }) => id,
  );
}

export const readThematicList = (json: unknown): Read<readonly ForeignThematic[]> =>
  inOneGo(readEachThematic(json));

/**
 * Parses one thematic. Its id is the one in the path, even if the answer has another one.
 * @returns null if the answer is not a thematic.
 */
export function readThematic(json: unknown, id: string): Read<ForeignThematic | null> {
  const findings = createFindings();
  findings.seen('thematic');
  const { value, path } = unwrapped(json, 'thematic', findings);
  return findings.read(thematicFrom(value, id, path, findings));
}

// The interface does not show a thematic's fields. We support these.
function thematicFrom(
  value: unknown,
  requested: string | null,
  path: KeyPath,
  findings: Findings,
): ForeignThematic | null {
  const object = objectOf(value, findings, 'thematic');
  if (object === null) {
    findings.unread('thematic', 'no-object', path);
    return null;
  }
  if (requested !== null && isErrorAnswer(object)) {
    findings.unread('thematic', 'error-answer', path);
    return null;
  }
  const id = requested ?? idIn(findings, object, idNames, 'id', path);
  if (id === null) {
    findings.unread('thematic', 'without-id', path);
    return null;
  }
  return {
    id,
    name: textIn(object, ['name', 'title']),
    description: textIn(object, ['description']),
    total: numberIn(findings, object, ['total', 'value', 'level'], 'total', path),
    tokens: readConstituents(object, path, findings),
    backfilledUntil: timeIn(findings, object, ['backfilledUntil'], 'time', path),
    createdAt: timeIn(findings, object, createdNames, 'time', path),
    updatedAt: timeIn(findings, object, updatedNames, 'time', path),
    isBare: Object.keys(object).every((name) => idNames.includes(name)),
  };
}
