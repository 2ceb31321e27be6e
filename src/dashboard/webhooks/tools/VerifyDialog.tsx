import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { messageOf } from '../../shared/api/errors.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import { Field } from '../../shared/ui/Field.tsx';
import { FormFoot } from '../../shared/ui/FormFoot.tsx';
import { checkSignature, revealSecret } from '../mutations.ts';
import { EndpointSelect } from './EndpointSelect.tsx';
import { pastedHeaders } from './pastedHeaders.ts';
import classes from './tools.module.css';
import { Verdict } from './Verdict.tsx';

interface VerifyDialogProps {
  readonly endpoints: readonly Endpoint[];
  readonly onClose: () => void;
}

/** Whether the signature of a message that is pasted holds, and if not why. */
export function VerifyDialog({ endpoints, onClose }: VerifyDialogProps) {
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const [chosen, choose] = useState(endpoints[0]?._id ?? '');
  const [typed, setTyped] = useState('');
  const reveal = useMutation(revealSecret);
  const check = useMutation(checkSignature);
  const isPending = reveal.isPending || check.isPending;
  const id = useId();
  const run = (secret: string) => check.mutate({ headers: pastedHeaders(headers), body, secret });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (chosen === '') run(typed);
    else reveal.mutate(chosen, { onSuccess: ({ secret }) => run(secret) });
  };
  /** A verdict is of what was pasted then. */
  const change = (set: () => void) => {
    set();
    check.reset();
  };
  return (
    <Dialog title="Verify a signature" size="side" onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <div>
          <label className={classes.label} htmlFor={`${id}-headers`}>
            Headers
          </label>
          <textarea
            id={`${id}-headers`}
            className={classes.area}
            placeholder={
              'webhook-id: msg_…\nwebhook-timestamp: 1795392000\nwebhook-signature: v1,…'
            }
            value={headers}
            spellCheck={false}
            onChange={({ target }) => change(() => setHeaders(target.value))}
          />
        </div>
        <div>
          <label className={classes.label} htmlFor={`${id}-body`}>
            Body, byte by byte
          </label>
          <textarea
            id={`${id}-body`}
            className={classes.area}
            value={body}
            spellCheck={false}
            onChange={({ target }) => change(() => setBody(target.value))}
          />
        </div>
        <EndpointSelect
          label="Secret of"
          endpoints={endpoints}
          chosen={chosen}
          onChoose={(next) => change(() => choose(next))}
          none="another: paste it below"
        />
        {chosen === '' && (
          <Field
            label="Secret"
            placeholder="whsec_…"
            value={typed}
            onChange={(text) => change(() => setTyped(text))}
          />
        )}
        {check.data !== undefined && <Verdict verdict={check.data} />}
        {check.error !== null && (
          <p className={classes.verdict} role="alert">
            {messageOf(check.error)}
          </p>
        )}
        <FormFoot>
          <Button type="submit" variant="filled" aria-disabled={isPending}>
            Verify
          </Button>
          <Button variant="plain" onClick={onClose}>
            Close
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  );
}
