import type * as audit from '#contract/operations/audit.ts';
import type * as changes from '#contract/operations/changes.ts';
import type { ProseOf } from './callProse.ts';
import { linkHeader, pagingProse } from './parameterProse.ts';

export const auditProse: ProseOf<typeof audit & typeof changes> = {
  getAudit: {
    summary: 'Audit trail',
    description:
      'Newest first: every request that changed something, revealed a secret or exported a file, each sign-in and sign-out, and denied requests. The first denied request of an address gets its own entry at once; the others share one entry with a `count` at the end of a minute (then two, four … up to an hour). `changes` has the old and new values of a change, where they are known: at most 32,000 characters per entry and 2,000 per value (`isCut`). Reads, secrets, keys and queries of addresses are not recorded. An entry is committed with its change, in one transaction, and gets its number and hash within a second. An import of users, and a change at a connected service, has an entry before it (`started`) and one after it. Other entries are committed before their request is answered; if that fails, the answer is 503 and the entry is written later.',
    query: {
      q: { description: 'Words that must all occur in an entry.', example: 'ada 10.0.0.7' },
      actor: { description: 'Id or name of the actor.' },
      operation: { description: 'Name of a call.', example: 'updateUser' },
      kind: { description: 'Kind of the changed resource.' },
      id: { description: 'Id of the changed resource; of a user, the customId.' },
      result: { description: 'Result of the request.' },
      from: { description: 'Only entries at this instant or later.' },
      to: { description: 'Only entries before this instant.' },
      format: { description: '`csv`: all matching entries, as a file.' },
      ...pagingProse,
    },
    answers: { 200: { description: 'The entries.', headers: linkHeader } },
  },
  verifyAudit: {
    summary: 'Verify the audit trail',
    description:
      'Checks every entry and reports the first one that was changed, removed, inserted, moved, or cut off at the end. `hash` is the SHA-256 of the JSON array `[previous, seq, at in ms, actor id, name, role, via, address, operation, subject kind, id, name, result, status, code, count, details as text, requestId]`, with `changesDigest` at the end if the entry has one. Stored values are checked against their digest; `waiting` counts committed entries that have no number yet. `erased` counts the entries whose values were erased, which leaves the chain intact. Anyone who can write to the database can recompute all hashes. To detect that, store the head elsewhere (every start prints it too) and pass it here.',
    query: {
      last: {
        description:
          '`1`: the latest result of this process, from its start or later; a new check if there is none yet.',
      },
      head: {
        description: 'Number and hash of an entry that was stored earlier: `17:0a1b…`.',
      },
    },
    answers: { 200: { description: 'The verdict.' } },
  },
  getChanges: {
    summary: 'Changes of a user, a thematic or an endpoint',
    description:
      'The latest 50 successful changes, newest first. For a user, also imports while they can be undone.',
    query: {
      kind: { description: 'Kind of the changed resource.' },
      id: { description: 'Its id; of a user, the customId.' },
    },
    answers: { 200: { description: 'The changes.' } },
  },
};
