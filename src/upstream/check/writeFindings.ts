import { sameJson } from '#contract/mergePatch.ts';
import { readUser } from '../reading/readUsers.ts';
import { readWebhookList } from '../reading/readWebhooks.ts';
import {
  differs,
  harmless,
  latencyFindings,
  located,
  notTried,
  purposed,
  refusalFindings,
  unreadable,
  type CallFinding,
} from './callFindings.ts';
import type { Exchange, Purpose, WriteCall } from './exchanges.ts';
import { firstAttributes, laterAttributes, type WriteTrial } from './tryWrites.ts';

export function writeFindings(
  call: WriteCall,
  all: readonly Exchange[],
  written: WriteTrial | null,
): CallFinding[] {
  const of = all.filter((one) => one.call === call);
  if (of.length === 0) return [notTried('Not reached.')];
  const own = ownFindings[call](of, all, written);
  return [...own, ...located(of, refusalFindings), ...latencyFindings(of)];
}

type Judge = (
  of: readonly Exchange[],
  all: readonly Exchange[],
  written: WriteTrial | null,
) => readonly CallFinding[];

const ownFindings: Readonly<Record<WriteCall, Judge>> = {
  createUser(of, all) {
    const [created] = purposed(of, 'create');
    if (created === undefined || created.fault !== null) return faultOf(created);
    const [again] = purposed(of, 'create again');
    const [found] = purposed(all, 'new user').filter(({ call }) => call === 'getUser');
    return [
      ...(found?.fault == null ? [] : [unreadable(`the new user is not found: ${found.fault}`)]),
      ...(again?.fault == null
        ? []
        : [
            harmless(`the same customId again: rejected with ${again.answer?.status ?? 'nothing'}`),
          ]),
    ];
  },

  updateUser(of, all, written) {
    const [update] = purposed(of, 'update');
    if (update === undefined || update.fault !== null) return faultOf(update);
    const now = attributesAfter('update', all, written);
    if (now === null) return [unreadable('the user cannot be read after an update')];
    const lost = Object.entries(firstAttributes).filter(([name, value]) => now[name] !== value);
    if (lost.length > 0) {
      return [unreadable(`attributes lost: ${lost.map(([name]) => name).join(', ')}`)];
    }
    const later = attributesAfter('replace', all, written);
    if (later === null || later['name'] !== laterAttributes.name) {
      return [differs('the second update was not applied')];
    }
    if (!sameJson(later['keeps'], firstAttributes.keeps)) {
      return [harmless('an update replaces all attributes')];
    }
    return (later['goes'] ?? null) === null ? [] : [harmless('null does not remove an attribute')];
  },

  putWebhook(of, all, written) {
    const tries = purposed(of, 'register');
    const last = tries.at(-1);
    if (last === undefined || last.fault !== null) return faultOf(last);
    const [first] = tries;
    return [
      ...(first?.fault == null ? [] : [harmless(`the type * is rejected: ${first.fault}`)]),
      ...(isListed('registered', all, written) === false
        ? [differs('the list of webhooks lacks the registered one')]
        : []),
    ];
  },

  removeWebhook(of, all, written) {
    const [removed] = purposed(of, 'remove');
    if (removed === undefined || removed.fault !== null) return faultOf(removed);
    return isListed('removed', all, written) === true
      ? [differs('the removed webhook is still listed')]
      : [];
  },
};

function faultOf(exchange: Exchange | undefined): readonly CallFinding[] {
  return [exchange?.fault == null ? notTried('Not reached.') : unreadable(exchange.fault)];
}

function attributesAfter(
  purpose: 'update' | 'replace',
  all: readonly Exchange[],
  written: WriteTrial | null,
) {
  const [read] = purposed(all, purpose).filter(({ call }) => call === 'getUser');
  if (read === undefined || read.fault !== null) return null;
  return readUser(read.answer?.json, written?.customId ?? '').value?.attributes ?? null;
}

function isListed(
  purpose: Extract<Purpose, 'registered' | 'removed'>,
  all: readonly Exchange[],
  written: WriteTrial | null,
): boolean | null {
  const [list] = purposed(all, purpose);
  if (list === undefined || list.fault !== null || written?.webhook == null) return null;
  const { url, type } = written.webhook;
  const { value } = readWebhookList(list.answer?.json);
  return value.some((webhook) => webhook.url === url && webhook.type === type);
}
