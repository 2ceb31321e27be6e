import { eventTypes } from '#contract/events.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { openParam, spanParam, stateParam, typeParam } from '../url/params.ts';
import { useSetParams, useUnknownChoices } from '../url/searchParam.ts';

const params = [
  { ...stateParam, label: 'state' },
  { ...typeParam, label: 'type', choices: ['', ...eventTypes] },
  { ...spanParam, label: 'time' },
  { ...openParam, label: 'tool' },
] as const;

interface UnknownChoicesProps {
  readonly endpoint: string | null;
}

/** Warns of unknown filters, without which the page shows more than requested. */
export function UnknownChoices({ endpoint }: UnknownChoicesProps) {
  const setParams = useSetParams();
  const unknown = useUnknownChoices(params);
  const removeButton = (name: string) => (
    <button type="button" onClick={() => setParams({ [name]: null })}>
      Remove
    </button>
  );
  return (
    <>
      {unknown.map(({ name, label, text, choices = [] }) => (
        <NoteLine key={name} tone="warn" action={removeButton(name)}>
          Unknown {label} “<bdi>{text}</bdi>”. Use one of {choices.filter(Boolean).join(', ')}.
        </NoteLine>
      ))}
      {endpoint !== null && (
        <NoteLine tone="warn" action={removeButton('endpoint')}>
          Unknown endpoint “<bdi>{endpoint}</bdi>”. The list shows deliveries of all endpoints.
        </NoteLine>
      )}
    </>
  );
}
