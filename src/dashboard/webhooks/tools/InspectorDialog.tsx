import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import {
  type InspectedMessage,
  type Inspector,
  type InspectorSettings,
  maxInspectedMessages,
} from '#contract/inspector.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { Disclosure } from '../../design/Disclosure.tsx';
import { focusFirstFault } from '../../design/focusFirstFault.ts';
import { Query } from '../../design/Panel.tsx';
import { useFormat } from '../../preferences/format.ts';
import { numberText, parseNumber } from '../../preferences/parseNumber.ts';
import { forms } from '../../url/forms.ts';
import { useSetParams } from '../../url/searchParam.ts';
import { inspectorAddress } from '../endpoints.ts';
import { CopyLine } from '../../design/CopyLine.tsx';
import { BodyText, HeaderList, Verdict } from '../Message.tsx';
import { MutationButton } from '../MutationButton.tsx';
import { StatusMark } from '../StatusMark.tsx';
import { clearInspector, setInspector } from '../webhookMutations.ts';
import { inspectorQuery } from '../webhookQueries.ts';
import type { ToolProps } from './ToolProps.ts';
import classes from './tools.module.css';
import { deleteInspected, putInspector } from '#contract/operations/inspector.ts';
import { useMayCall } from '../../portfolio/session.ts';

export function InspectorDialog({ onClose }: Pick<ToolProps, 'onClose'>) {
  const query = useQuery(inspectorQuery);
  return (
    <Dialog title="Inspector" size="side" onClose={onClose}>
      <Query query={query} what="The inspector" loading={null}>
        {(inspector) => <InspectorContent {...inspector} />}
      </Query>
    </Dialog>
  );
}

function InspectorContent({ url, settings, messages }: Inspector) {
  const format = useFormat();
  const setParams = useSetParams();
  const mayCall = useMayCall();
  const clearing = useMutation(clearInspector);
  const address = inspectorAddress(url);
  return (
    <Stack>
      <Text size="xs" c="var(--ink-2)">
        A test receiver in the service. It shows the last {maxInspectedMessages} messages and
        verifies their signatures. The name at the end of its URL is up to you: each name is a
        separate endpoint.
      </Text>
      <CopyLine text={address} what="inspector URL" />
      {mayCall(putInspector) && <ResponseForm settings={settings} />}
      <Group gap="xs">
        {mayCall(forms.addWebhook) && (
          <Button variant="filled" onClick={() => setParams({ open: null, add: address })}>
            Add as endpoint
          </Button>
        )}
        {messages.length > 0 && mayCall(deleteInspected) && (
          <MutationButton mutation={clearing} variables={undefined}>
            Clear {format.number(messages.length)}
          </MutationButton>
        )}
      </Group>
      <InspectedMessages messages={messages} />
    </Stack>
  );
}

/** Status and delay of responses, to simulate a failing receiver. */
function ResponseForm({ settings }: { readonly settings: InspectorSettings }) {
  // null: not edited, so the saved value is shown. Input survives a refetch.
  const [typedStatus, setStatus] = useState<string | null>(null);
  const [typedDelay, setDelay] = useState<string | null>(null);
  const status = typedStatus ?? String(settings.status);
  const { locale } = useFormat();
  const delay = typedDelay ?? numberText(settings.delaySeconds, locale);
  const delaySeconds = parseNumber(delay, locale).value ?? NaN;
  const saving = useMutation(setInspector);
  const isStatus = /^[2-5]\d\d$/.test(status.trim());
  const isDelay = delaySeconds >= 0 && delaySeconds <= 60;
  const inputProps = (set: (text: string) => void) => ({
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      set(event.currentTarget.value);
      saving.reset();
    },
  });
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isStatus || !isDelay) focusFirstFault(event.currentTarget);
    else if (!saving.isPending) saving.mutate({ status: Number(status), delaySeconds });
  };
  return (
    <form onSubmit={save} noValidate>
      {/* The error of one field must not move its neighbor. */}
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TextInput
          label="Response status"
          inputMode="numeric"
          flex={1}
          value={status}
          error={isStatus ? null : 'From 200 to 599'}
          {...inputProps(setStatus)}
        />
        <TextInput
          label="Delay, s"
          inputMode="decimal"
          flex={1}
          value={delay}
          error={isDelay ? null : 'From 0 to 60'}
          {...inputProps(setDelay)}
        />
        <Button type="submit" mt={22} aria-disabled={saving.isPending}>
          Save
        </Button>
      </Group>
      <Text component="output" display="block" size="xs" mih={18} mt={4} mb={-8} c="var(--ink-2)">
        {saving.isSuccess && `Saved: responds with ${settings.status}`}
      </Text>
    </form>
  );
}

function InspectedMessages({ messages }: { readonly messages: readonly InspectedMessage[] }) {
  const format = useFormat();
  if (messages.length === 0) {
    return (
      <Text size="xs" c="var(--ink-2)">
        No messages yet.
      </Text>
    );
  }
  return (
    <ul className={classes.messages} aria-label="Received messages">
      {messages.map((message, index) => {
        const { at, name, headers, body, answered, verdict } = message;
        return (
          // Newest first, so numbers from the end stay the same.
          <li key={`${messages.length - index} ${at} ${name}`}>
            <Disclosure
              summary={
                <>
                  <StatusMark
                    mark={verdict.holds ? 'ok' : 'failed'}
                    label={verdict.holds ? 'Signature valid' : 'Signature invalid'}
                  />
                  <span>
                    <code>{typeOf(body)}</code>{' '}
                    <Text span inherit c="dimmed">
                      to /{name}, response {answered}, {format.clockSeconds(at)}
                    </Text>
                  </span>
                </>
              }
            >
              <Verdict verdict={verdict} />
              <HeaderList headers={headers} />
              <BodyText text={body} label="Message body" />
            </Disclosure>
          </li>
        );
      })}
    </ul>
  );
}

function typeOf(body: string): string {
  return /^\{\s*"type"\s*:\s*"([^"]+)"/.exec(body)?.[1] ?? 'unknown type';
}
