import { useId } from 'react';
import { eventDescriptions } from '#contract/events.ts';
import { type WebhookType, webhookTypes } from '#contract/webhook.ts';
import classes from './TypeChoice.module.css';

interface TypeChoiceProps {
  readonly chosen: readonly string[];
  readonly onChoose: (types: readonly string[]) => void;
  /** Types the URL has already. */
  readonly registered: readonly string[];
  readonly error: string | null;
}

/** The types a webhook can be registered for, each with its title. */
export function TypeChoice({ chosen, onChoose, registered, error }: TypeChoiceProps) {
  const note = useId();
  const toggle = (type: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, type] : chosen.filter((other) => other !== type));
  return (
    <fieldset className={classes.types} aria-describedby={error === null ? undefined : note}>
      <legend>Types</legend>
      {webhookTypes.map((type) => {
        const isRegistered = registered.includes(type);
        return (
          <label key={type}>
            <input
              type="checkbox"
              checked={isRegistered || chosen.includes(type)}
              disabled={isRegistered}
              onChange={(event) => toggle(type, event.target.checked)}
            />
            <code>{type}</code> <span>{isRegistered ? 'registered' : titleOf(type)}</span>
          </label>
        );
      })}
      {error !== null && (
        <p id={note} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function titleOf(type: WebhookType): string {
  return type === '*' ? 'Every event, and types added later' : eventDescriptions[type].title;
}
