import { isObject } from '#contract/mergePatch.ts';
import { endOf } from './listEnds.ts';
import { unreadPart } from '../reading/findingTexts.ts';
import { histories, reads, writes, type CallName, type Exchange } from './exchanges.ts';
import {
  differs,
  each,
  eachRefusal,
  isLate,
  notesOf,
  passed,
  purposed,
  shapesOf,
  sources,
  verdictOver,
  unreadable,
  notTried,
  type Point,
} from './verdicts.ts';

const ofUser = [
  'getUser',
  'getWallets',
  'getFullUserHistory',
  'getUserHistory',
  'getFullWalletHistory',
  'getWalletHistory',
] as const;
const ofThematic = [
  'getThematic',
  'getFullThematicHistory',
  'getThematicHistory',
  'getFullWalletHistory',
  'getWalletHistory',
] as const;
const lists = ['getUsers', 'getWallets', 'getThematics', 'getWebhooks'] as const;
const typed = ['getUserHistory', 'getWalletHistory', 'getThematicHistory'] as const;
const withFigures = reads.filter((call) => call !== 'getWebhooks');

function unreadIn({ read }: Exchange): readonly string[] {
  return (read?.unread ?? [])
    .filter((one) => !isLate(one))
    .map((one) => {
      const { what, why, count, of, example } = unreadPart(one);
      const place = example === '' ? '' : `, first at ${example}`;
      return `${count} of ${of} ${what}${of === 1 ? '' : 's'}: ${why}${place}`;
    });
}

const statusWords = ({ answer }: Exchange) =>
  `it answers ${answer?.status ?? 'nothing'}${answer === null || answer.status < 400 ? '' : ` ${answer.statusText}`}`.trim();

/** Nothing but 404 or 410 says that it does not exist. */
const isNotThere = ({ answer }: Exchange) => answer?.status === 404 || answer?.status === 410;

function errorShape({ answer, words }: Exchange): string[] {
  if (answer === null || answer.status < 400) return [];
  const type = answer.headers.get('content-type') ?? 'no content type';
  const { json } = answer;
  const names = ['detail', 'title', 'message', 'error', 'errors'];
  const name = isObject(json) ? names.find((one) => Object.hasOwn(json, one)) : undefined;
  const isProblem = type.startsWith('application/problem+json') && isObject(json);
  if (isProblem && Object.hasOwn(json, 'status') && Object.hasOwn(json, 'title')) return [];
  if (name !== undefined) return [`the words are under ${name}, as ${type}`];
  return answer.text === '' || words === null
    ? ['an error says nothing but its status']
    : [`an error is ${type}`];
}

/** How answers come, whatever is in them. */
export const readPoints: readonly Point[] = [
  {
    id: 'answers',
    calls: reads,
    checks: 'The call answers with success and JSON.',
    why: 'Without an answer its pages show nothing.',
    source: sources.said('the call is one of its endpoints.'),
    isHarmless: false,
    handling: 'the pages that need it say so, and show what was read before with its age.',
    judge(of) {
      const sampled = purposed(of, 'sample', 'second page');
      if (sampled.length === 0) return notTried('The service has nothing to try it with.');
      return verdictOver(sampled, ({ fault }) => fault, unreadable);
    },
  },
  {
    id: 'readable',
    calls: reads,
    checks: 'All that the answer holds can be read.',
    why: 'Nothing is guessed: what cannot be read is not shown.',
    source: sources.open('which shapes are read, and how numbers and times may be written.'),
    isHarmless: false,
    handling: 'it is left out, and each page says what and why, with the raw answer.',
    judge(of) {
      const judged = purposed(of, 'sample', 'second page').filter(({ read }) => read !== null);
      if (judged.length === 0) return notTried('No answer to it could be read.');
      return verdictOver(judged, unreadIn, unreadable);
    },
  },
  {
    id: 'media-type',
    calls: reads,
    checks: 'The answer says that it is JSON.',
    why: 'Other programs read by the content type.',
    source: sources.open('application/json.'),
    isHarmless: true,
    handling: 'whatever parses as JSON is read as JSON.',
    judge: each(({ answer }) => {
      const type = answer?.headers.get('content-type') ?? null;
      if (type === null) return 'it says no content type';
      return /^application\/([\w.-]+\+)?json\b/i.test(type) ? null : `it says ${type}`;
    }),
  },
  {
    id: 'envelope',
    calls: reads,
    checks: 'What is requested is the answer itself, in no envelope.',
    why: 'Wallets are an array; the other answers are not shown.',
    source: sources.said('“Returns an array of Wallet records”; ours for all others.'),
    isHarmless: true,
    handling: 'it is found where it is.',
    judge: each(shapesOf('list', 'object', 'history', 'one-of-list', 'typed-histories')),
  },
  {
    id: 'numbers',
    calls: withFigures,
    checks: 'Amounts, totals, prices and weights are JSON numbers.',
    why: 'A number as text may be read in two ways: 1,234.',
    source: sources.said('“number (floating point)” for wallets and positions; ours for others.'),
    isHarmless: true,
    handling: 'texts are read by one rule, and what is ambiguous is left out and named.',
    judge: each(
      shapesOf('text-numbers', 'comma-thousands', 'comma-decimals', 'digit-groups', 'per-cent'),
    ),
  },
  {
    id: 'times',
    calls: withFigures,
    checks: 'Times are ISO 8601 text with a zone.',
    why: 'A time without a zone may be hours off.',
    source: sources.open('ISO 8601 in UTC with milliseconds.'),
    isHarmless: true,
    handling: 'epoch seconds and milliseconds are read too; a time without a zone is UTC.',
    judge: each(shapesOf('epoch-seconds', 'epoch-milliseconds', 'text-times', 'zoneless-times')),
  },
  {
    id: 'one-piece',
    calls: lists,
    checks: 'The list comes in one piece.',
    why: 'A page that is not followed hides the rest.',
    source: sources.open('an array of all; pagination is not shown.'),
    isHarmless: true,
    handling:
      'next, cursors, page numbers, offsets and Link are followed on the same origin, to a million rows.',
    judge: each(
      (exchange) => {
        const { next } = endOf(exchange);
        return next === null || typeof next === 'string' ? null : 'it comes in pages';
      },
      ['sample'],
    ),
  },
  {
    id: 'to-its-end',
    calls: [...lists, ...histories],
    checks: 'The list or history can be read to its end.',
    why: 'A sum over a part of the rows is no total.',
    source: sources.open('an array of all; pagination is not shown.'),
    isHarmless: false,
    handling: 'the page says how many of how many were read, and calls no sum complete.',
    judge: each((exchange) => endOf(exchange).incomplete, ['sample']),
  },
  {
    id: 'once',
    calls: ['getUsers', 'getWallets', 'getThematics'],
    checks: 'Nothing is listed twice.',
    why: 'Of two that say different things only one can be shown.',
    source: sources.said('a custom id identifies a user; a wallet is tied to one thematic.'),
    isHarmless: false,
    handling:
      'the last one counts, wallets in one thematic are shown as one, and the page says so.',
    judge: each(notesOf('listed-twice', 'merged-wallets')),
  },
  {
    id: 'unknown-user',
    calls: ofUser,
    checks: 'An unknown user is answered with 404.',
    why: 'An empty user and none are two things.',
    source: sources.open('404 with the code user-not-found.'),
    isHarmless: false,
    handling: 'an empty page or an error is shown where “not found” should be.',
    judge: eachRefusal((one) => (isNotThere(one) ? null : statusWords(one)), 'unknown user'),
  },
  {
    id: 'unknown-thematic',
    calls: ofThematic,
    checks: 'An unknown thematic is answered with 404.',
    why: 'An empty thematic and none are two things.',
    source: sources.open('404 with the code thematic-not-found.'),
    isHarmless: false,
    handling: 'an empty page or an error is shown where “not found” should be.',
    judge: eachRefusal((one) => (isNotThere(one) ? null : statusWords(one)), 'unknown thematic'),
  },
  {
    id: 'any-id',
    calls: [...new Set<CallName>([...ofUser, ...ofThematic])],
    checks: 'Ids such as a/b?c#d e%2F work in the path.',
    why: 'The caller chooses custom ids: any text may be one.',
    source: sources.said('“each identified by a caller-chosen custom id”.'),
    isHarmless: false,
    handling: 'such users and thematics cannot be shown; others are.',
    judge(of, evidence) {
      const created = purposed(of, 'new user');
      const unknown = purposed(
        of,
        'unknown user with an awkward id',
        'unknown thematic with an awkward id',
      ).filter(({ answer }) => answer !== null);
      const plain = purposed(of, 'unknown user', 'unknown thematic');
      const refusals = new Set(plain.map(({ answer }) => answer?.status));
      if (unknown.length + created.length === 0) {
        return notTried('The service has nothing to try it with.');
      }
      // A user that was not created says nothing.
      const isCreated = evidence.all.some((one) => one.purpose === 'create' && one.fault === null);
      return verdictOver(
        [...unknown, ...(isCreated ? created : [])],
        (one) => {
          if (one.purpose === 'new user') return one.fault;
          const isSame = refusals.size === 0 || refusals.has(one.answer?.status);
          return isSame ? null : `${statusWords(one)}, otherwise than for a plain unknown id`;
        },
        differs,
      );
    },
  },
  {
    id: 'unknown-type',
    calls: typed,
    checks: 'A history type that does not exist is refused.',
    why: 'A history of another period would be taken for the requested one.',
    source: sources.said('“Allowed values: day, week, month, year, all”.'),
    isHarmless: true,
    handling: 'the dashboard requests these five only.',
    judge: eachRefusal(({ answer, ...one }) => {
      const isRefused = answer !== null && answer.status >= 400 && answer.status < 500;
      return isRefused ? null : statusWords({ answer, ...one });
    }, 'unknown history type'),
  },
  {
    id: 'errors',
    calls: [...new Set<CallName>([...ofUser, ...ofThematic, 'updateUser'])],
    checks: 'An error is a problem (RFC 9457) that says in words what is wrong.',
    why: 'People read these words.',
    source: sources.open('application/problem+json; errors are not shown.'),
    isHarmless: true,
    handling: 'message, error, detail, title or the text is shown, else the status.',
    judge: eachRefusal(
      errorShape,
      'unknown user',
      'unknown thematic',
      'unknown history type',
      'refused update',
    ),
  },
  {
    id: 'latency',
    calls: [...reads, ...writes],
    checks: 'Half of the answers are complete within two seconds.',
    why: 'People wait for them.',
    source: sources.open('10 s to begin an answer, 60 s in all.'),
    isHarmless: false,
    handling: 'pages show what was read before, and say when an answer took too long.',
    judge(of) {
      const times = of.flatMap(({ answer }) => answer?.ms ?? []).toSorted((a, b) => a - b);
      const median = times[Math.floor(times.length / 2)];
      if (median === undefined) return notTried('No answer came.');
      return median <= slowMs ? passed : differs(`The median is ${inSeconds(median)}.`);
    },
  },
];

const slowMs = 2000;
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
