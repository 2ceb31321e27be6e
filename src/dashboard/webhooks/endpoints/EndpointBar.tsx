import { Button } from '@mantine/core';
import type { Endpoint } from '#contract/endpoint.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { type ListedEndpoint, partsOf } from '../endpoints.ts';
import { openParam } from '../../url/params.ts';
import classes from './EndpointBar.module.css';
import { EndpointSecret } from './EndpointSecret.tsx';
import { EndpointSwitch } from './EndpointSwitch.tsx';
import { RemoveEndpoint } from './RemoveEndpoint.tsx';
import { TestSend } from './TestSend.tsx';

interface EndpointBarProps {
  readonly endpoint: ListedEndpoint;
  readonly worked: Endpoint;
}

/** The actions of the selected endpoint. */
export function EndpointBar({ endpoint, worked }: EndpointBarProps) {
  const [, setOpen] = useSearchParam(openParam);
  const { host, rest } = partsOf(endpoint.url);
  return (
    <section className={classes.bar} aria-label={`Endpoint ${host}${rest}`}>
      <b>{host}</b>
      <EndpointSecret id={worked._id} onRotate={() => setOpen('rotate')} />
      <span className={classes.grow} />
      <TestSend endpoint={worked} />
      <Button variant="subtle" onClick={() => setOpen('recover')}>
        Recover since…
      </Button>
      <EndpointSwitch endpoint={worked} />
      <RemoveEndpoint endpoint={endpoint} />
    </section>
  );
}
