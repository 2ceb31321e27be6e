import { Button } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useActions } from '../../design/actions.ts';
import { PageLink } from '../../design/PageLink.tsx';
import { bookAddress } from '../../members/bookAddress.ts';
import { useCarried } from '../../url/carried.ts';
import { useListPeriod } from './listPeriod.ts';

const label = 'Open as a book';

/** Opens the users of the list as one portfolio. On a phone, the palette lists it. */
export function OpenAsBook() {
  const [params] = useSearchParams();
  const { period } = useListPeriod();
  const navigate = useNavigate();
  const carried = useCarried();
  const to = bookAddress(params, period);
  useActions([
    {
      name: label,
      also: 'portfolio of these users history flows return exposure',
      run: () => void navigate(carried(to)),
    },
  ]);
  return (
    <Button
      component={PageLink}
      variant="subtle"
      to={to}
      title="Show the users of this list as one portfolio"
    >
      {label}
    </Button>
  );
}
