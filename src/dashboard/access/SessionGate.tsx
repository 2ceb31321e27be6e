import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { canRead, sessionQuery, useVisitor } from '../portfolio/session.ts';

const SignInPane = lazyComponent(async () => (await import('./SignInPane.tsx')).SignInPane);
const SignInDialog = lazyComponent(async () => (await import('./SignInDialog.tsx')).SignInDialog);
const MonitorPane = lazyComponent(async () => (await import('./MonitorPane.tsx')).MonitorPane);

/** When a session ends, the page and all input stay below the sign-in form. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const session = useQuery(sessionQuery).data;
  const hasVisitor = useVisitor() !== null;
  const isSignedOut = session?.role === null;
  if (session !== undefined && !isSignedOut && !canRead(session)) {
    return <MonitorPane {...session} />;
  }
  const isPageShown = hasVisitor || !isSignedOut;
  return (
    <>
      {isPageShown && children}
      {isSignedOut && (isPageShown ? <SignInDialog /> : <SignInPane />)}
    </>
  );
}
