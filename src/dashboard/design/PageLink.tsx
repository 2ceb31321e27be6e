import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { useCarried } from '../url/carried.ts';

type PageLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { readonly to: string };

/** A link to another page, with the period and the past instant of this one. */
export function PageLink({ to, ...props }: PageLinkProps) {
  const carried = useCarried();
  return <Link to={carried(to)} {...props} />;
}
