import { Button } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useActions } from '../../design/actions.ts';
import { PageLink } from '../../design/PageLink.tsx';
import { shockAddress } from '../../members/shockAddress.ts';
import { useListPeriod } from './listPeriod.ts';

/** Opens what falling prices do to the users of the list. On a phone, the palette lists it. */
export function ShockUsers() {
  const [params] = useSearchParams();
  const { period } = useListPeriod();
  const navigate = useNavigate();
  const to = shockAddress(params, period);
  useActions([
    {
      name: 'Shock these users',
      also: 'stress scenario what if crash fall replay loss worst',
      run: () => void navigate(to),
    },
  ]);
  return (
    <Button
      component={PageLink}
      variant="subtle"
      to={to}
      title="Show what falling prices do to the users of this list"
    >
      Shock
    </Button>
  );
}
