/**
 * Pages that `npm run bench` measures: the components users get, fed by documents made for it. Served under /bench only when the
 * server was started with MILLWRIGHT_BENCH=1. A page sets `window.bench`, then `window.benchLoaded`.
 */
import '@ant-design/v5-patch-for-react-19';
import '../../theme/root-font.css';
import '../../theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../../../runtime/data/query-client';
import { HostContext } from '../../../runtime/page/index';
import { applyTheme } from '../../theme/mode';
import { ThemeProvider } from '../../theme/ThemeProvider';
import { Warm } from '../../theme/Warm';
import { benchHost, type Start } from './host';

const PAGES: { readonly [name: string]: () => Promise<{ readonly start: Start }> } = {
  sub: () => import('./sub'),
  form: () => import('./form'),
  table: () => import('./table'),
  schedule: () => import('./schedule'),
};

applyTheme('light');
const element = document.getElementById('root');
const load = PAGES[location.pathname.split('/').at(-1) ?? ''];
if (element !== null && load !== undefined) {
  const root = createRoot(element);
  const queries = createQueryClient();
  // as in the shell, where it happens some seconds after the first page
  let ready: () => void = () => undefined;
  const warmed = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const draw = (content: ReactNode): void =>
    root.render(
      <ThemeProvider>
        <QueryClientProvider client={queries}>
          <HostContext value={benchHost}>{content}</HostContext>
          <Warm after={0} onDone={ready} />
        </QueryClientProvider>
      </ThemeProvider>,
    );
  void load().then(async ({ start }) => {
    // the shell is there before a page is opened
    draw(null);
    start(draw);
    await warmed;
    window.benchLoaded = true;
  });
}
