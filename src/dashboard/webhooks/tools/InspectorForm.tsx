import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { InspectorSettings } from '#contract/inspector.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Field } from '../../shared/ui/Field.tsx';
import { setInspector } from '../mutations.ts';
import classes from './tools.module.css';

/** What the inspector answers, and after how long: to see what happens when a receiver fails. */
export function InspectorForm({ settings }: { readonly settings: InspectorSettings }) {
  // Null: nothing typed, the saved value. What is typed stays when the settings are fetched again.
  const [typedStatus, setStatus] = useState<string | null>(null);
  const [typedDelay, setDelay] = useState<string | null>(null);
  const status = typedStatus ?? String(settings.status);
  const delay = typedDelay ?? String(settings.delaySeconds);
  const setting = useMutation(setInspector);
  const isStatus = /^[2-5]\d\d$/.test(status.trim());
  const isDelay = /^\d+(\.\d+)?$/.test(delay.trim()) && Number(delay) <= 60;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isStatus || !isDelay || setting.isPending) return;
    setting.mutate({ status: Number(status), delaySeconds: Number(delay) });
  };
  return (
    <form className={classes.row} onSubmit={submit} noValidate>
      <Field
        label="Answers with status"
        value={status}
        onChange={setStatus}
        error={isStatus ? null : 'From 200 to 599.'}
      />
      <Field
        label="After (seconds)"
        value={delay}
        onChange={setDelay}
        error={isDelay ? null : 'From 0 to 60.'}
      />
      <Button type="submit" aria-disabled={setting.isPending}>
        Save
      </Button>
      {setting.isSuccess && <output>Saved</output>}
    </form>
  );
}
