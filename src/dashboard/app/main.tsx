import './withoutEval.ts';
import '@fontsource-variable/inter/opsz.css';
import '../design/base.css';
import 'virtual:mantine.css';
import '../design/mantine.css';
import '../design/tokens.css';
import '../design/controls.css';
import '../design/print.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { loadFont } from '../design/font.ts';
import { App } from './App.tsx';
import { readSession } from '../portfolio/session.ts';
import { gatherAnswers, readFirstAnswers } from './firstAnswers.ts';
import { createQueryClient } from './queryClient.ts';
import { routes } from './router.tsx';

const queryClient = createQueryClient();

// Safari has no idle callback.
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

type Router = ReturnType<typeof createBrowserRouter>;

function draw(router: Router): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('index.html has no element #root');
  gatherAnswers(queryClient);
  // Renders in slices: a large page would block a slow phone for 300 ms.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} queryClient={queryClient} />
      </StrictMode>,
    ),
  );
  // Waits, so that neither competes with the first page.
  whenIdle(() => {
    void loadFont();
    void import('../portfolio/live.ts').then(({ followLive }) => followLive(queryClient));
  });
}

/** Resolves when the script of the first page has loaded. */
function pageLoaded(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    router.subscribe(({ initialized }) => initialized && resolve());
  });
}

// A task of its own, since evaluating all modules takes a phone a long one.
setTimeout(() => {
  const router = createBrowserRouter(routes);
  // Until then the bar of index.html stays.
  void Promise.all([pageLoaded(router), readSession(queryClient)])
    .then(() => readFirstAnswers(router.state.matches, queryClient))
    .then(() => draw(router));
});
