import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import { DeliveryOutcome } from '../deliveries/DeliveryOutcome.tsx';
import { MutationButton } from '../MutationButton.tsx';
import { sendTest } from '../webhookMutations.ts';

const choices = eventTypes.map((type) => ({ value: type, label: type }));

export function TestSend({ endpoint }: { readonly endpoint: Endpoint }) {
  const { _id: id, types } = endpoint;
  const [type, setType] = useState(
    () => eventTypes.find((one) => types.includes(one)) ?? 'user.created',
  );
  const test = useMutation(sendTest);
  return (
    <Group gap={4}>
      <ChipSelect label="Test type" choices={choices} chosen={type} onChoose={setType} />
      <MutationButton mutation={test} variables={{ id, type }}>
        Send a test
      </MutationButton>
      {test.data !== undefined && <DeliveryOutcome key={test.data._id} id={test.data._id} />}
    </Group>
  );
}
