import type * as audit from '#contract/operations/audit.ts';
import type * as changes from '#contract/operations/changes.ts';
import type { ProseOf } from './callProse.ts';
import { linkHeader, pagingProse } from './parameterProse.ts';

export const auditProse: ProseOf<typeof audit & typeof changes> = {
  getAudit: {
    summary: 'The audit trail',
    description:
      'The newest first: every request that changed something, revealed a secret or exported a file, each sign-in and sign-out, and what was denied. Of denied tries of one address the first is an entry at once, the others are one with their `count` at the end of a minute (then two, four … up to an hour). `changes` has the old and new values of what a request changed, where they are known: at most 32,000 characters an entry and 2,000 a value (`isCut`). Reads are not recorded, nor any secret, key or query of an address. An entry is committed before the answer to its request is sent; where it cannot be written, the answer is 503 and it is written later. The answer and the change are two transactions: if the process is killed between them, the change has no entry.',
    query: {
      q: { description: 'Words that an entry has, all of them.', example: 'ada 10.0.0.7' },
      actor: { description: 'Id of a key, or else a name.' },
      operation: { description: 'Name of a call.', example: 'updateUser' },
      kind: { description: 'What was changed.' },
      id: { description: 'Id of what was changed; for a user its customId.' },
      result: { description: 'What became of it.' },
      from: { description: 'Entries from this instant on.' },
      to: { description: 'Entries before this instant.' },
      format: { description: '`csv`: all that match, as a file.' },
      ...pagingProse,
    },
    answers: { 200: { description: 'The entries.', headers: linkHeader } },
  },
  verifyAudit: {
    summary: 'Verify the audit trail',
    description:
      'Reads every entry and names the first one that is not as it was written: changed, taken out, put in, moved, or cut off at the end. `hash` is the SHA-256 of the JSON array `[previous, seq, at in ms, actor id, name, role, via, address, operation, subject kind, id, name, result, status, code, count, details as text, requestId]`, with `changesDigest` at its end where the entry has one. Values that are still stored are checked against their digest; `erased` counts the entries whose values were erased, which leaves the chain intact. Whoever can write the database can compute all hashes again: against that, note the head elsewhere (every start prints it too) and give it here.',
    query: {
      last: {
        description:
          '`1`: what this process found last, at its start or later; read anew where it has not looked yet.',
      },
      head: {
        description: 'The number and the hash of an entry, as they were noted earlier: `17:0a1b…`.',
      },
    },
    answers: { 200: { description: 'The verdict.' } },
  },
  getChanges: {
    summary: 'Changes of a user, a thematic or an endpoint',
    description:
      'The last 50 that succeeded, the newest first: when, by whom, by which call and with which old and new values. Of a user imports too, as long as they can be undone.',
    query: {
      kind: { description: 'What was changed.' },
      id: { description: 'Its id; for a user its customId.' },
    },
    answers: { 200: { description: 'The changes.' } },
  },
};
