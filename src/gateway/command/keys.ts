import * as z from 'zod/mini';
import { Hono } from 'hono';
import {
  accessKey,
  accessKeyList,
  callerRoles,
  createdAccessKey,
  type AccessKey,
  type AccessKeyCreation,
} from '#contract/access.ts';
import { roleTexts } from '#contract/roleTexts.ts';
import { createKey, getKeys, revokeKey } from '#contract/operations/access.ts';
import { pathOf } from '#contract/operation.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import { sendErrors } from '#platform/http/errors.ts';
import { serve } from '#platform/http/implement.ts';
import { readConfig } from '../config/config.ts';
import type { Flags, Given } from '../config/flags.ts';
import { flagsHelp, settingsHelp } from '../config/help.ts';
import { Refusal, wrongUse } from '../config/refusal.ts';
import { storeSettings, type StoreConfig } from '../config/settings.ts';
import type { Command } from './command.ts';
import { printHelpOrVersion } from './helpOrVersion.ts';
import { callHolder, type Request } from './holder.ts';
import { problemLines } from './importAnswer.ts';

const keyFlags = {
  role: {
    takes: 'analyst',
    about: `Role of a new key: ${callerRoles.map((role) => `${role} (${roleTexts[role].may})`).join(', ')}.`,
  },
  name: { takes: '"Ada Lovelace"', about: 'Person or application that uses the new key.' },
  expires: {
    takes: '2027-01-31',
    about: 'Expiry of a new key: a date (00:00 UTC) or a time. Default: never.',
  },
} as const satisfies Flags;

const help = `Creates, lists and revokes the keys with which people and applications sign in.

  npm run keys -- create --role admin --name "Ada Lovelace"
  npm run keys -- create --role analyst --name reports --expires 2027-01-31
  npm run keys -- create --role monitor --name prometheus
  npm run keys -- list
  npm run keys -- revoke key_0123456789abcdef

A key is printed only once. Anyone who has it has its role. Without keys, everyone on this
machine has full access, and other machines have none. The first key turns on sign-in at once,
so it must be an admin's. The process that holds DATA_DIR does the work, or this command if
there is none.

${flagsHelp(keyFlags)}

The settings that apply:

${settingsHelp(storeSettings)}`;

export const keysCommand: Command = async (options) => {
  if (printHelpOrVersion(options, help)) return 0;
  const { args, environment, print } = options;
  const { config, positionals, given } = readConfig(args, environment, keyFlags);
  const work = workOf(positionals, given, print);
  const { takeOrFindHolder, inUse } = await import('../process/store.ts');
  const taken = await takeOrFindHolder(config, 'keys');
  if ('holder' in taken) {
    const { holder } = taken;
    if (holder?.url == null) throw new Refusal(inUse(config.dataDir, holder));
    await work(callHolder({ ...holder, url: holder.url }, 'run the command again'));
    return 0;
  }
  try {
    await withDatabase(config, print, work);
  } finally {
    await taken.lock?.release();
  }
  return 0;
};

type Work = (request: Request) => Promise<void>;

function workOf(
  [verb, id, ...more]: readonly string[],
  given: Given<typeof keyFlags>,
  print: (line: string) => void,
): Work {
  const isAlone = id === undefined;
  if (verb === 'create' && isAlone) {
    const body = creationOf(given);
    return async (request) => {
      const { key, ...view } = await answerOf(
        createdAccessKey,
        request(createKey.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
      print(lineOf(view));
      print(`Key (shown only once): ${key}`);
    };
  }
  if (verb === 'list' && isAlone) {
    return async (request) => {
      const keys = await answerOf(accessKeyList, request(getKeys.path));
      for (const key of keys) print(lineOf(key));
      if (keys.length === 0) {
        print('No keys yet: everyone on this machine has full access.');
      }
    };
  }
  if (verb === 'revoke' && id !== undefined && more.length === 0) {
    return async (request) => {
      const path = pathOf(revokeKey, { params: { id } });
      print(lineOf(await answerOf(accessKey, request(path, { method: 'DELETE' }))));
    };
  }
  throw new Refusal(
    'Use npm run keys -- create --role admin --name "…", list, or revoke with the id of a key. See --help.',
    wrongUse,
  );
}

function creationOf({
  role: givenRole,
  name = '',
  expires,
}: Given<typeof keyFlags>): AccessKeyCreation {
  const faults: string[] = [];
  const role = callerRoles.find((one) => one === givenRole);
  if (role === undefined) {
    faults.push(`--role is ${givenRole ?? 'missing'}; it must be ${callerRoles.join(', ')}.`);
  }
  if (name.trim() === '')
    faults.push('--name is missing; it must be the person or application that uses the key.');
  const at = expires === undefined ? null : parseTime(expires);
  if (Number.isNaN(at)) {
    faults.push(`--expires is ${expires}; it must be a date such as 2027-01-31.`);
  }
  if (role === undefined || faults.length > 0) throw new Refusal(faults, wrongUse);
  return { role, name, expiresAt: at === null ? null : formatTime(at) };
}

async function answerOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  requested: Promise<Response>,
): Promise<z.output<Schema>> {
  const response = await requested;
  if (!response.ok) throw new Refusal(await problemLines(response));
  const read = z.safeParse(schema, await response.json());
  if (read.success) return read.data;
  throw new Refusal('This version cannot read the answer of the process.');
}

const day = (time: string) => time.slice(0, 10);

/** Formats a key in one line: `key_… admin "Ada", created 2026-11-23 by …, never used`. */
function lineOf({ _id, role, name, ...times }: AccessKey): string {
  const { createdAt, createdBy, expiresAt, revokedAt, lastUsedAt } = times;
  const ends =
    revokedAt === null
      ? expiresAt === null
        ? []
        : [`${parseTime(expiresAt) > Date.now() ? 'expires' : 'expired'} ${day(expiresAt)}`]
      : [`revoked ${day(revokedAt)}`];
  return [
    `${_id} ${role} ${JSON.stringify(name)}`,
    `created ${day(createdAt)} by ${createdBy}`,
    lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.slice(0, 16)}Z`,
    ...ends,
  ].join(', ');
}

async function withDatabase(
  config: StoreConfig,
  print: (line: string) => void,
  work: Work,
): Promise<void> {
  const { openStore } = await import('../process/store.ts');
  const { createAccess } = await import('../access/callers.ts');
  const { callAsCommand } = await import('../audit/callAsCommand.ts');
  const { accessOperations } = await import('../access/accessOperations.ts');
  const { Homes } = await import('../views/homes.ts');
  const { createCounts } = await import('../access/counts.ts');
  const { createWrongKeys } = await import('../access/wrongKeys.ts');
  const { randomText } = await import('../access/keyStore.ts');
  const { createLog } = await import('../process/log.ts');
  const { database } = await openStore(config, print);
  try {
    const clock = Date.now;
    const access = createAccess({
      database,
      clock,
      token: randomText('token'),
      isLoopback: true,
      publicUrl: null,
    });
    const wrongKeys = createWrongKeys(createCounts(database, clock), clock);
    const log = createLog();
    const app = new Hono();
    sendErrors(app, log);
    const homes = new Homes(database.queries);
    serve(app, accessOperations({ access, wrongKeys, database, clock, homes, provider: null }));
    const { request, stop } = callAsCommand(app, { database, clock, log });
    try {
      await work(request);
    } finally {
      await stop();
    }
  } finally {
    await database.close();
  }
}
