import { sameJson } from '#contract/mergePatch.ts';
import { readUser } from '../reading/readUsers.ts';
import { readWebhookList } from '../reading/readWebhooks.ts';
import type { Exchange, Purpose } from './exchanges.ts';
import { firstAttributes, laterAttributes } from './tryWrites.ts';
import {
  differs,
  notTried,
  passed,
  purposed,
  sources,
  unreadable,
  type Evidence,
  type Point,
  type Verdict,
} from './verdicts.ts';

/** Judges the one answer of a purpose. */
function one(
  purpose: Purpose,
  verdict: (exchange: Exchange, evidence: Evidence) => Verdict,
  needs?: Purpose,
): Point['judge'] {
  return (_, evidence) => {
    const [needed] = needs === undefined ? [] : purposed(evidence.all, needs);
    if (needed !== undefined && needed.fault !== null) {
      return notTried('What it needs was refused before.');
    }
    const [exchange] = purposed(evidence.all, purpose);
    return exchange === undefined
      ? notTried('The service has nothing to try it with.')
      : verdict(exchange, evidence);
  };
}

const isRefused = ({ answer }: Exchange) =>
  answer !== null && answer.status >= 400 && answer.status < 500;

function attributesAfter(purpose: 'update' | 'replace', { all, written }: Evidence) {
  const [read] = purposed(all, purpose).filter(({ call }) => call === 'getUser');
  if (read === undefined || read.fault !== null) return null;
  return readUser(read.answer?.json, written?.customId ?? '').value?.attributes ?? null;
}

function isListed(purpose: 'registered' | 'removed', { all, written }: Evidence): boolean | null {
  const [list] = purposed(all, purpose);
  if (list === undefined || list.fault !== null || written?.webhook == null) return null;
  const { url, type } = written.webhook;
  const { value } = readWebhookList(list.answer?.json);
  return value.some((webhook) => webhook.url === url && webhook.type === type);
}

/** What changes do. Only what the check made itself is changed. */
export const writePoints: readonly Point[] = [
  {
    id: 'answers',
    calls: ['createUser'],
    checks: 'A user is created, and found again.',
    why: 'People add users in the dashboard.',
    source: sources.said('PUT /p/users “Creates a user”.'),
    isHarmless: false,
    handling: 'the form shows the service’s own words.',
    judge: one('create', (created, { all }) => {
      if (created.fault !== null) return unreadable(created.fault);
      const [found] = purposed(all, 'new user').filter(({ call }) => call === 'getUser');
      return found?.fault == null ? passed : unreadable(`It is not found again: ${found.fault}`);
    }),
  },
  {
    id: 'taken',
    calls: ['createUser'],
    checks: 'The same customId again is answered with the user as it is.',
    why: 'A request that is sent twice does not create two.',
    source: sources.open('200 with the user.'),
    isHarmless: true,
    handling: 'a taken customId is looked for before a user is created.',
    judge: one(
      'create again',
      ({ fault, answer }) =>
        fault === null ? passed : differs(`It is refused with ${answer?.status ?? 'no answer'}.`),
      'create',
    ),
  },
  {
    id: 'answers',
    calls: ['updateUser'],
    checks: 'Attributes that are sent as json are found again.',
    why: 'People edit attributes in the dashboard.',
    source: sources.said('POST /p/users/{id} “Updates an existing user”, with json.'),
    isHarmless: false,
    handling: 'the user is read again, and what was not taken is named.',
    judge: one('update', (update, evidence) => {
      if (update.fault !== null) return unreadable(update.fault);
      const now = attributesAfter('update', evidence);
      if (now === null) return unreadable('The user could not be read again.');
      const lost = Object.entries(firstAttributes).filter(([name, value]) => now[name] !== value);
      return lost.length === 0
        ? passed
        : unreadable(`Not found again: ${lost.map(([name]) => name).join(', ')}.`);
    }),
  },
  {
    id: 'merge',
    calls: ['updateUser'],
    checks: 'Attributes that are not sent stay, and those sent as null go.',
    why: 'A change of one attribute does not lose the others.',
    source: sources.open('json is a merge patch (RFC 7396).'),
    isHarmless: true,
    handling: 'all attributes are sent with each change, removed ones as null.',
    judge: one(
      'replace',
      (replace, evidence) => {
        const now = replace.fault === null ? attributesAfter('replace', evidence) : null;
        if (now === null) return notTried('The second change was refused, or not read again.');
        if (now['name'] !== laterAttributes.name)
          return differs('The second change was not taken.');
        const isKept = sameJson(now['keeps'], firstAttributes.keeps);
        const isGone = (now['goes'] ?? null) === null;
        if (isKept && isGone) return passed;
        return differs(
          isKept ? 'null does not remove an attribute.' : 'What is sent replaces all attributes.',
        );
      },
      'update',
    ),
  },
  {
    id: 'refused',
    calls: ['updateUser'],
    checks: 'json that is no JSON is refused.',
    why: 'A change that is lost in silence is missed later.',
    source: sources.open('422 json-unparsable.'),
    isHarmless: true,
    handling: 'only whole JSON is sent, and the user is read again after each change.',
    judge: one('refused update', (exchange) =>
      isRefused(exchange)
        ? passed
        : differs(`It is answered with ${exchange.answer?.status ?? 'nothing'}.`),
    ),
  },
  {
    id: 'answers',
    calls: ['putWebhook'],
    checks: 'A webhook is registered.',
    why: 'What changes there is seen here at once.',
    source: sources.said('PUT /p/webhook with url and type.'),
    isHarmless: false,
    handling: 'what is shown is read again every 30 s instead.',
    judge(_, evidence) {
      const tries = purposed(evidence.all, 'register');
      const last = tries.at(-1);
      if (last === undefined) return notTried('It was not reached.');
      return last.fault === null ? passed : unreadable(`No type is taken. ${last.fault}`);
    },
  },
  {
    id: 'listed',
    calls: ['putWebhook'],
    checks: 'The list of webhooks holds what was registered.',
    why: 'Nobody removes what is not listed.',
    source: sources.said('GET /p/webhook “Lists webhooks”.'),
    isHarmless: false,
    handling: 'the page of webhooks does not show it.',
    judge: one('registered', (_, evidence) => {
      const isThere = isListed('registered', evidence);
      if (isThere === null) return notTried('Nothing was registered, or the list cannot be read.');
      return isThere ? passed : differs('It is not in the list.');
    }),
  },
  {
    id: 'all-types',
    calls: ['putWebhook'],
    checks: 'The type * stands for all events.',
    why: 'One registration is enough to see all that changes.',
    source: sources.open('* for all; the types are not shown.'),
    isHarmless: true,
    handling: 'the types of its list and our own are registered instead.',
    judge: one('register', ({ fault }) =>
      fault === null ? passed : differs(`It is refused: ${fault}`),
    ),
  },
  {
    id: 'answers',
    calls: ['removeWebhook'],
    checks: 'A webhook is removed by its url and type, and is listed no more.',
    why: 'Messages to a receiver that is gone go on for ever.',
    source: sources.said('DELETE /p/webhook with url and type.'),
    isHarmless: false,
    handling: 'the page shows the service’s own words.',
    judge: one('remove', (removed, evidence) => {
      if (removed.fault !== null) return unreadable(removed.fault);
      return isListed('removed', evidence) === true ? differs('It is still listed.') : passed;
    }),
  },
  {
    id: 'refused',
    calls: ['removeWebhook'],
    checks: 'A webhook that does not exist is answered with 404.',
    why: 'A typing error is not taken for a removal.',
    source: sources.open('404 webhook-not-found.'),
    isHarmless: true,
    handling: 'the list is read again after each removal.',
    judge: one(
      'remove again',
      (exchange) =>
        isRefused(exchange)
          ? passed
          : differs(`It is answered with ${exchange.answer?.status ?? 'nothing'}.`),
      'remove',
    ),
  },
  ...(['createUser', 'updateUser', 'putWebhook', 'removeWebhook'] as const).map((call): Point => ({
    id: 'receipt',
    calls: [call],
    checks: 'A change is answered with JSON, or with 204.',
    why: 'It says what there is now.',
    source: sources.open('what there is now; answers are not shown.'),
    isHarmless: true,
    handling: 'any body is taken, and what there is now is read.',
    judge(of) {
      const done = of.filter(({ fault }) => fault === null);
      if (done.length === 0) return notTried('It was refused.');
      const odd = done.find(({ answer }) => answer?.status !== 204 && answer?.json === undefined);
      if (odd === undefined) return passed;
      return differs(odd.answer?.text === '' ? 'The body is empty.' : 'The body is no JSON.');
    },
  })),
];
