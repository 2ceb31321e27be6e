import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { bytesInWords } from '#contract/bytes.ts';
import { attemptLimits, type Attempt, type AttemptTiming } from '#contract/delivery.ts';
import { durationText } from '#contract/duration.ts';
import { Terms } from '../../design/Terms.tsx';
import { formatBytes } from '../../preferences/figures.ts';
import { useFormat } from '../../preferences/format.ts';
import { openParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { BodyText, HeaderList } from '../Message.tsx';
import classes from './DeliveryPane.module.css';

interface PartProps {
  readonly title: string;
  readonly sub: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, sub, action, children }: PartProps) {
  return (
    <div className={classes.part}>
      <h3>
        {title} <span>{sub}</span>
        {action}
      </h3>
      {children}
    </div>
  );
}

const { connectTimeoutMs, answerTimeoutMs, maxAnswerBytes } = attemptLimits;
const limits = `limits: ${durationText(connectTimeoutMs)} to connect, ${durationText(answerTimeoutMs)} to respond`;

export function AttemptTimes({ attempt }: { readonly attempt: Attempt }) {
  const format = useFormat();
  const { timing, number, address } = attempt;
  const parts = timingParts(timing);
  const longest = Math.max(...parts.map(({ took }) => took));
  const scale = Math.max(timing.total, 0.1);
  const bar = ({ from, took }: TimingPart) => (
    <>
      <svg width="100%" height="20" aria-hidden>
        <rect
          className={took === longest ? classes.longest : undefined}
          x={`${(from / scale) * 100}%`}
          y="6"
          width={`${Math.max(0.5, (took / scale) * 100)}%`}
          height="8"
        />
      </svg>
      <span>{format.milliseconds(took)}</span>
    </>
  );
  return (
    <Part
      title="Timing"
      sub={`attempt ${number}${address === null ? '' : ` to ${address}`}, ${limits}`}
    >
      <Terms
        className={classes.times}
        terms={[
          ...parts.map((part) => [part.name, bar(part)] as const),
          ['Total', format.milliseconds(timing.total)],
        ]}
      />
    </Part>
  );
}

interface TimingPart {
  readonly name: string;
  readonly from: number;
  readonly took: number;
}

/** Omits parts that the attempt did not reach, and a reused connection. */
export function timingParts({ dns, connect, tls, firstByte, total }: AttemptTiming): TimingPart[] {
  const ends = [
    ['DNS', dns],
    ['Connect', connect],
    ['TLS', tls],
    ['First byte', firstByte],
    [firstByte === null ? 'Waited' : 'Read', total],
  ] as const;
  const parts: TimingPart[] = [];
  let from = 0;
  for (const [name, end] of ends) {
    if (end === null) continue;
    parts.push({ name, from, took: Math.max(0, end - from) });
    from = Math.max(from, end);
  }
  return parts;
}

const sizeOf = (text: string) => formatBytes(new TextEncoder().encode(text).length);

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="xs" mt="xs" c="var(--ink-2)">
      {children}
    </Text>
  );
}

export function AttemptResponse({ attempt }: { readonly attempt: Attempt }) {
  const { answer, status, fault, rule, succeeded, address } = attempt;
  return (
    <Part
      title="Response"
      sub={
        <>
          <b className={succeeded ? undefined : classes.bad}>{status ?? 'none'}</b>
          {answer !== null && `, ${sizeOf(answer.body)}`}
        </>
      }
    >
      {answer !== null && <HeaderList headers={answer.headers} />}
      {answer !== null && answer.body !== '' && (
        <BodyText text={answer.body} label="Response body" />
      )}
      {attempt.isAnswerHidden === true && (
        <Note>Only admins see its text: it may contain secrets.</Note>
      )}
      {answer?.isCut === true && (
        <Note>Response truncated: only the first {bytesInWords(maxAnswerBytes)} are read.</Note>
      )}
      {fault !== null && (status === null || status < 400) && <Note>{fault}</Note>}
      {rule !== null && (
        <Note>
          Blocked by rule: {rule}
          {address !== null && ` (${address})`}
        </Note>
      )}
    </Part>
  );
}

interface AttemptRequestProps {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function AttemptRequest({ headers, body }: AttemptRequestProps) {
  const [, setOpen] = useSearchParam(openParam);
  return (
    <Part
      title="Request"
      sub={`POST, ${sizeOf(body)}`}
      action={
        <Button variant="subtle" onClick={() => setOpen('code')}>
          Receiver code
        </Button>
      }
    >
      <HeaderList headers={headers} />
      <BodyText text={body} label="Request body" />
    </Part>
  );
}
