import './withoutEval.ts';
import '@fontsource-variable/inter/opsz.css';
import '../design/base.css';
import 'virtual:mantine.css';
import '../design/mantine.css';
import '../design/tokens.css';
import '../design/controls.css';
import '../design/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { createQueryClient } from './queryClient.ts';
import { routes } from './router.tsx';

const queryClient = createQueryClient();
// Nothing that is shown first waits for it.
void import('../portfolio/live.ts').then(({ followLive }) => followLive(queryClient));

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <App router={createBrowserRouter(routes)} queryClient={queryClient} />
  </StrictMode>,
);
