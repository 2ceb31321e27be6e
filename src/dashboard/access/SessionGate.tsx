import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { sessionQuery, useVisitor } from '../portfolio/session.ts';

const SignInPane = lazyComponent(async () => (await import('./SignInPane.tsx')).SignInPane);
const SignInDialog = lazyComponent(async () => (await import('./SignInDialog.tsx')).SignInDialog);

/** The page, for who is signed in. One whose session has ended stays, with all that was typed, below the form to sign in. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const isNobody = useQuery(sessionQuery).data?.role === null;
  const isDrawn = useVisitor() !== null || !isNobody;
  return (
    <>
      {isDrawn && children}
      {isNobody && (isDrawn ? <SignInDialog /> : <SignInPane />)}
    </>
  );
}
