import type { FigureExplanation, FigureName, FiguresAnswer } from '#contract/figures.ts';
import { isFigureName } from '#contract/figures.ts';
import { parseTime } from '#contract/time.ts';
import type { Explained, ExplainedInput } from '../portfolio/explain/explained.ts';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import type { PageFiguresRequest } from '../portfolio/figuresQueries.ts';
import type { Format } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';
import { urls } from '../url/urls.ts';
import { conventionOf, figureFormats, figureTraits, hasFlows } from './figureTraits.ts';
import { instantsText } from '../history/periodText.ts';
import { stretchText } from './figuresText.ts';

interface FigureContext {
  readonly format: Format;
  readonly request: PageFiguresRequest;
  readonly nameOf: (thematicId: string) => string;
  /** Explains another figure in place of this one. */
  readonly onExplain: (name: FigureName) => void;
}

/** Words and formatted values of a figure's explanation. */
export function figureExplained(
  name: FigureName,
  answer: FiguresAnswer,
  context: FigureContext,
): Explained {
  const { format, request, nameOf } = context;
  const { explanation } = answer;
  const figure = answer.figures[name];
  const isPublic = !hasFlows(request.subject);
  const convention = conventionOf(name, answer);
  const { label } = figureTraits[name];
  return {
    label: convention === undefined ? label : `${label}, ${convention}`,
    value: figureFormats(name, format, isPublic).value(figure.value),
    whyUnknown: figure.reason,
    formula: explanation?.formula ?? '',
    inputs: (explanation?.inputs ?? []).map((input) => explainedInput(input, context)),
    facts: factsOf(answer, figure.observations, { format, request, nameOf }),
    excluded: (explanation?.excluded ?? []).map((one) => stretchText(format, one)),
    reconciliation: answerReconciliation(explanation, isPublic ? format.market : format),
  };
}

function factsOf(
  { from, to, step, asOf, benchmark, rf }: FiguresAnswer,
  observations: number,
  { format, request: { subject }, nameOf }: Omit<FigureContext, 'onExplain'>,
): Explained['facts'] {
  return [
    ['Of', subjectText(subject, nameOf)],
    [
      'Period',
      from === null || to === null
        ? 'no records'
        : instantsText(format, parseTime(from), parseTime(to)),
    ],
    ['Step', step === null ? 'not known below two records' : formatDuration(step)],
    ['Observations', format.number(observations)],
    ['Benchmark', benchmark?.label ?? 'none'],
    ['Risk-free rate', `${format.market.percent(rf)} a year`],
    ['As of', format.dateTimeZone(asOf)],
  ];
}

function subjectText(
  { user, thematic, book }: FiguresOwner,
  nameOf: (thematicId: string) => string,
): string {
  if (book !== undefined) return 'the book';
  if (user === undefined) return `${nameOf(thematic)} thematic`;
  return thematic === undefined ? `user ${user}` : `wallet of ${user} in ${nameOf(thematic)}`;
}

function explainedInput(
  { name, value, unit, at, href }: FigureExplanation['inputs'][number],
  { format, request, onExplain }: FigureContext,
): ExplainedInput {
  const explains = href === null ? null : new URL(href, 'http://any').searchParams.get('explain');
  const figure = explains !== null && isFigureName(explains) ? explains : null;
  return {
    name,
    value: unitFormat(unit, hasFlows(request.subject) ? format : format.market)(value),
    at: at === null ? null : format.dateTimeZone(at),
    href: href === null || figure !== null ? null : pageOf(href, request.subject),
    onExplain: figure === null ? undefined : () => onExplain(figure),
  };
}

function unitFormat(unit: string, own: Format['market']): (value: number | null) => string {
  switch (unit) {
    case 'money':
      return own.total;
    case 'share':
      return own.exactPercent;
    case 'records':
      return own.number;
    default:
      return own.exact;
  }
}

/** The page that shows what a call answers: that of the subject, with its records as a table, or that of the benchmark. */
function pageOf(call: string, subject: FiguresOwner): string {
  const id = /^\/[px]\/thematics\/([^/?]+)\/history\//.exec(call)?.[1];
  if (id !== undefined && decodeURIComponent(id) !== subject.thematic) {
    return urls.thematic(decodeURIComponent(id));
  }
  const own = addressOf(subject);
  if (!call.includes('/performance/') && id === undefined) return own;
  return `${own}${own.includes('?') ? '&' : '?'}view=table`;
}

function addressOf({ user, thematic, ...book }: FiguresOwner): string {
  if (book.book !== undefined) return book.address;
  if (user === undefined) return urls.thematic(thematic ?? '');
  return thematic === undefined ? urls.user(user) : urls.wallet(user, thematic);
}

function answerReconciliation(
  explanation: FigureExplanation | undefined,
  own: Format['market'],
): string | null {
  if (explanation?.reconciliation == null) return null;
  const { name, sum, total, difference, isMatch } = explanation.reconciliation;
  const result = isMatch ? 'they match' : `difference ${own.change(difference)}`;
  return `${name}: ${own.total(sum)} and ${own.total(total)}, ${result}`;
}
