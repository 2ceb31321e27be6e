import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { isObject } from '#contract/mergePatch.ts';
import { jsonOf } from '../../api/jsonValue.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { SubmitFoot } from '../../design/FormFoot.tsx';
import { Refusal } from '../../design/NoteLine.tsx';
import { Verdict } from '../Message.tsx';
import { revealSecret, verifyMutation } from '../webhookMutations.ts';
import type { ToolProps } from './ToolProps.ts';
import classes from './tools.module.css';
import { getEndpointSecret } from '#contract/operations/endpoints.ts';
import { useMay } from '../../portfolio/session.ts';

/** Replaces an endpoint: the user pastes a secret. */
const pasted = 'pasted';

export function VerifyDialog({ endpoints, onClose }: ToolProps) {
  const reveal = useMutation(revealSecret);
  const check = useMutation(verifyMutation);
  // Without access to secrets, the user must paste one.
  const revealable = useMay(getEndpointSecret) ? endpoints : [];
  const isPending = reveal.isPending || check.isPending;
  const form = useForm({
    initialValues: { headers: '', body: '', endpoint: revealable[0]?._id ?? pasted, secret: '' },
    // A verdict is valid only for the verified input.
    onValuesChange: () => check.reset(),
  });
  const { headers, body, endpoint } = form.values;
  const verify = (secret: string) =>
    check.mutate({ headers: pastedHeaders(headers), body, secret });
  const submit = form.onSubmit(({ secret }) => {
    if (isPending) return;
    if (endpoint === pasted) verify(secret);
    else reveal.mutate(endpoint, { onSuccess: (revealed) => verify(revealed.secret) });
  });
  return (
    <Dialog title="Verify a signature" size="side" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Textarea
            label="Headers"
            classNames={{ input: classes.area }}
            placeholder={
              'webhook-id: msg_…\nwebhook-timestamp: 1795392000\nwebhook-signature: v1,…'
            }
            spellCheck={false}
            {...form.getInputProps('headers')}
          />
          <Textarea
            label="Raw body"
            classNames={{ input: classes.area }}
            spellCheck={false}
            {...form.getInputProps('body')}
          />
          <Select
            label="Endpoint secret"
            data={[
              ...revealable.map(({ _id, url }) => ({ value: _id, label: url })),
              { value: pasted, label: 'Other (paste below)' },
            ]}
            {...form.getInputProps('endpoint')}
          />
          {endpoint === pasted && (
            <TextInput
              label="Secret"
              placeholder="whsec_…"
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('secret')}
            />
          )}
          {check.data !== undefined && <Verdict verdict={check.data} />}
          <Refusal error={check.error} />
        </Stack>
        <SubmitFoot label="Verify" isPending={isPending} closeLabel="Close" onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Parses lines `name: value`, lines of `curl -v` (`> name: value`), `-H 'name: value'`, or a JSON object. Ignores other text. */
export function pastedHeaders(text: string): Record<string, string> {
  const value = jsonOf(text);
  if (isObject(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([name, one]) => [name.toLowerCase(), String(one)]));
  }
  const headers: [string, string][] = [];
  for (const line of text.split('\n')) {
    const plain = line
      .trim()
      .replace(/^[<>]\s*/, '')
      .replace(/^(?:-H|--header)\s+/, '')
      .replace(/\s*\\$/, '')
      .replace(/^(["'])(.*)\1,?$/, '$2');
    const match = /^["']?([\w-]+)["']?\s*:\s*["']?(.*?)["']?,?$/.exec(plain);
    if (match?.[1] !== undefined) headers.push([match[1].toLowerCase(), match[2] ?? '']);
  }
  return Object.fromEntries(headers);
}
