import { codeOf } from '../config/refusal.ts';

const maxMessageLength = 160;
const maxStatementLength = 80;
const maxCauses = 5;
const maxFrames = 20;
/** Longer texts are cut: statements and messages can be megabytes long. */
const readLength = 1000;

/**
 * Formats an unexpected error for a log: code or name, a message without user data, and our first line in its stack. Below it is
 * the start of the failed statement. Parameters are customer data and never logged.
 */
export function errorText(error: unknown): string {
  const causes = causesOf(error);
  if (causes.length === 0) return `${typeof error} thrown instead of an Error`;
  const wrapper = causes.find(isFailedQuery);
  const labels = causes.filter((cause) => cause !== wrapper).map(labelOf);
  const frame = frameOf(causes);
  const first = `${labels.join('; ')}${frame === null ? '' : ` (${frame})`}`;
  return wrapper === undefined ? first : `${first}\n  ${statementOf(wrapper.query)}`;
}

/** Returns the error and its causes, outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  let next = error;
  while (next instanceof Error && causes.length < maxCauses) {
    causes.push(next);
    next = next.cause ?? (next instanceof AggregateError ? next.errors[0] : undefined);
  }
  return causes;
}

interface FailedQuery extends Error {
  readonly query: string;
}

/** Drizzle's error around the engine's: its message holds the complete statement and all parameters. */
function isFailedQuery(error: Error): error is FailedQuery {
  return (
    error.message.startsWith('Failed query:') && 'query' in error && typeof error.query === 'string'
  );
}

function labelOf(error: Error): string {
  const code = codeIn(error);
  const name = /^\w{1,40}$/.test(error.name) ? error.name : 'Error';
  const message = oneLine(messageOf(error, code), maxMessageLength);
  const before = code === '' ? name : code;
  if (message.startsWith(before)) return message;
  if (message === '') return before;
  return before === 'Error' ? message : `${before}: ${message}`;
}

function codeIn(error: Error): string {
  const code = codeOf(error);
  return /^[\w-]{1,40}$/.test(code) ? code : '';
}

/** Returns the first line of a message, without text that may be a value. */
function messageOf(error: Error, code: string): string {
  const line = error.message.slice(0, readLength).split(/[\r\n]/, 1)[0] ?? '';
  if (isSqlState(code)) {
    // PostgreSQL quotes names of tables or of the statement. In class 22 it quotes values, which may contain quotes.
    if (code.startsWith('22')) return cut(line);
    return code.startsWith('23') ? withoutUnknown(line, namesIn(error)) : line;
  }
  // Node's errors of files and the network: `ENOSPC: no space left on device, write`.
  if ('syscall' in error) return line;
  // "Unexpected token", "Cannot convert … to a BigInt": these repeat the invalid input.
  return error instanceof SyntaxError ? '' : cut(line);
}

function isSqlState(code: string): boolean {
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(code);
}

/** Cuts text in quotes or after a colon, which may be a value. */
function cut(line: string): string {
  const [first = ''] = line.split(/["'`“‘]|:\s/, 1);
  return first.trimEnd();
}

function withoutUnknown(line: string, names: readonly string[]): string {
  return line.replaceAll(/"([^"]*)"/g, (quoted, text: string) =>
    names.includes(text) ? quoted : '…',
  );
}

function namesIn(error: Error): readonly string[] {
  return ['table', 'column', 'constraint'].flatMap((key) => {
    const name: unknown = Reflect.get(error, key);
    return typeof name === 'string' ? [name] : [];
  });
}

export function stackOf(error: unknown): readonly string[] {
  return causesOf(error).flatMap(framesOf).slice(0, maxFrames);
}

/** The message precedes the frames, and may look like one. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const at = stack.indexOf(message);
  return at === -1
    ? []
    : stack
        .slice(at + message.length)
        .split('\n')
        .slice(1);
}

/** Returns our first line in the stack, such as `src/service/portfolio/userStore.ts:77`; null: none. */
function frameOf(causes: readonly Error[]): string | null {
  const own = causes.flatMap(framesOf).flatMap((frame) => {
    const [, position] = /[/\\](src[/\\]\w+[/\\][\w./\\-]+\.ts:\d+):\d+\)?$/.exec(frame) ?? [];
    return position === undefined || frame.includes('node_modules')
      ? []
      : [position.replaceAll('\\', '/')];
  });
  // Every query passes through the database's files, so the caller is more useful.
  return own.find((position) => !position.startsWith('src/platform/database/')) ?? own[0] ?? null;
}

/** Returns the start of a statement without its literals. Parameters are not in it. */
function statementOf(query: string): string {
  const text = query.slice(0, readLength).replaceAll(/'(?:[^']|'')*(?:'|$)/g, `'…'`);
  return oneLine(text, maxStatementLength);
}

export function oneLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, readLength)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
