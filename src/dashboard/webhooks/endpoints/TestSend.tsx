import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import { DeliveryOutcome } from '../deliveries/DeliveryOutcome.tsx';
import { sendTest } from '../mutations.ts';
import classes from './EndpointBar.module.css';

const choices = eventTypes.map((type) => ({ value: type, label: type }));

/** Sends a made-up event of any type to one endpoint, and shows there how that ended. */
export function TestSend({ endpoint }: { readonly endpoint: Endpoint }) {
  const [type, setType] = useState(
    eventTypes.find((one) => endpoint.types.includes(one)) ?? 'user.created',
  );
  const test = useMutation(sendTest);
  return (
    <span className={classes.test}>
      <ChipSelect label="Type of the test" choices={choices} chosen={type} onChoose={setType} />
      <Button
        variant="subtle"
        aria-disabled={test.isPending}
        onClick={() => {
          if (!test.isPending) test.mutate({ id: endpoint._id, type });
        }}
      >
        Send a test
      </Button>
      {test.data !== undefined && <DeliveryOutcome key={test.data._id} id={test.data._id} />}
    </span>
  );
}
