import type { InspectedMessage } from '#contract/inspector.ts';
import { formatClockSeconds } from '../../shared/format/time.ts';
import { BodyText } from '../delivery/BodyText.tsx';
import { HeaderList } from '../delivery/HeaderList.tsx';
import { StatusMark } from '../StatusMark.tsx';
import classes from './tools.module.css';
import { Verdict } from './Verdict.tsx';

/** The messages the inspector received, the newest first, each with its verdict. */
export function InspectedMessages({
  messages,
}: {
  readonly messages: readonly InspectedMessage[];
}) {
  if (messages.length === 0) {
    return <p className={classes.note}>No messages yet.</p>;
  }
  return (
    <ul className={classes.messages} aria-label="Received messages">
      {messages.map((message, index) => {
        const { at, name, headers, body, answered, verdict } = message;
        return (
          // The newest come first, so what is counted from the end stays the same.
          <li key={`${messages.length - index} ${at} ${name}`}>
            <details>
              <summary>
                <StatusMark
                  mark={verdict.holds ? 'ok' : 'failed'}
                  word={verdict.holds ? 'Signature holds' : 'Signature does not hold'}
                />
                <code>{typeOf(body)}</code>{' '}
                <i>
                  /{name} answered {answered}, {formatClockSeconds(at)}
                </i>
              </summary>
              <Verdict verdict={verdict} />
              <HeaderList headers={headers} />
              <BodyText text={body} label="Body of the message" />
            </details>
          </li>
        );
      })}
    </ul>
  );
}

function typeOf(body: string): string {
  return /^\{\s*"type"\s*:\s*"([^"]+)"/.exec(body)?.[1] ?? 'unknown message';
}
