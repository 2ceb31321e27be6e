import { Checkbox, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventDescriptions } from '#contract/events.ts';
import { isWebhookType } from '#contract/webhook.ts';
import { Disclosure } from '../../design/Disclosure.tsx';
import sent from '../../design/RequestPreview.module.css';
import { JsonText } from '../Message.tsx';
import { typesQuery } from '../webhookQueries.ts';

interface TypeChoiceProps {
  readonly value: string[];
  readonly onChange: (types: string[]) => void;
  readonly offered: readonly string[];
  readonly registered: readonly string[];
  readonly error: string | null;
}

export function TypeChoice({ value, onChange, offered, registered, error }: TypeChoiceProps) {
  return (
    <Checkbox.Group
      label="Types"
      value={[...value, ...registered]}
      error={error}
      errorProps={{ role: 'alert' }}
      onChange={(types) => onChange(types.filter((type) => !registered.includes(type)))}
    >
      <Stack gap={4}>
        {offered.map((type) => {
          const isRegistered = registered.includes(type);
          return (
            <Checkbox
              key={type}
              value={type}
              disabled={isRegistered}
              label={
                <>
                  <code>{type}</code>{' '}
                  <Text span size="xs" c="dimmed">
                    {isRegistered ? 'registered' : titleOf(type)}
                  </Text>
                </>
              }
            />
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}

function titleOf(type: string): string {
  if (!isWebhookType(type)) return '';
  return type === '*' ? 'All events, including types added later' : eventDescriptions[type].title;
}

export function MessageExample({ types }: { readonly types: readonly string[] }) {
  const { data = [] } = useQuery(typesQuery);
  const [chosen, choose] = useState('');
  const chosenTypes = data.filter(({ type }) => types.includes('*') || types.includes(type));
  const preview = chosenTypes.find(({ type }) => type === chosen) ?? chosenTypes[0];
  if (preview === undefined) return null;
  return (
    <Disclosure className={sent.sent} summary="Request preview">
      {chosenTypes.length > 1 && (
        <Select
          label="Example of"
          data={chosenTypes.map(({ type }) => type)}
          value={preview.type}
          onChange={(type) => choose(type ?? '')}
        />
      )}
      <Text mt="xs" c="var(--ink-2)">
        {preview.title}. {preview.description}
      </Text>
      <JsonText text={JSON.stringify(preview.example)} label={`Example of ${preview.type}`} />
    </Disclosure>
  );
}
