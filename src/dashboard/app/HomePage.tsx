import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { sessionQuery } from '../portfolio/session.ts';
import { pageLinks } from '../url/pageLinks.ts';

/** Opens the home page of the person or of their role; without one, the users. */
export function HomePage() {
  const { data, isPending } = useQuery(sessionQuery);
  if (isPending) return null;
  return <Navigate to={data?.home ?? pageLinks.users.to} replace />;
}
