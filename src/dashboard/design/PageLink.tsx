import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { useCarriedAsOf } from '../url/asOf.ts';

type PageLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { readonly to: string };

/** A link that keeps the instant that the page shows, if the other page shows one too. */
export function PageLink({ to, ...props }: PageLinkProps) {
  const carried = useCarriedAsOf();
  return <Link to={carried(to)} {...props} />;
}
