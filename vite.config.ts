import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVER: Record<string, string> = {
  main: 'server/main.ts',
  'excel-worker': 'server/excel/worker.ts',
  'schedule-worker': 'server/scheduling/thread/worker.ts',
};
const PAGES: Record<string, string> = { index: 'index.html', bench: 'bench.html', sw: 'src/worker/sw.ts' };

/** One configuration for both builds: the browser application, and with `build.ssr` the server (everything in node_modules stays outside). */
/**
 * Forms are fetched in a quiet moment before the first is opened (src/theme/Warm.tsx): the browser is asked to compile them whole while it
 * loads them, off the main thread, and not function by function when a document is opened.
 */
const FORM_MODULE = /\/runtime\/form\/form-model\.ts$/;
const compiledAtLoad: Plugin = {
  name: 'compiled-at-load',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // the comment must come before everything else
    order: 'post',
    handler(_options, bundle) {
      // by what the chunk holds: its name changes with the way the sources are split
      const chunks = Object.values(bundle).filter(
        (chunk) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => FORM_MODULE.test(id)),
      );
      if (chunks.length === 0) throw new Error(`no chunk holds ${FORM_MODULE}: nothing would be compiled at load`);
      for (const chunk of chunks)
        if (chunk.type === 'chunk') chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  base: '/v2/',
  plugins: isSsrBuild === true ? [] : [react(), compiledAtLoad],
  publicDir: isSsrBuild === true ? false : 'public',
  build: {
    target: isSsrBuild === true ? 'node20' : ['chrome109', 'firefox115', 'safari16.4'],
    outDir: isSsrBuild === true ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions:
      isSsrBuild === true
        ? {
            input: SERVER,
            output: { entryFileNames: '[name].js' },
          }
        : {
            input: PAGES,
            output: {
              // the worker has one address for ever
              entryFileNames: ({ name }: { readonly name: string }) =>
                name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js',
              // scripts/build.mjs adds the groups of the first load; everything else is split along the lazy imports of the source
            },
          },
  },
  server: {
    port: 8000,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/v2/api', '/health', '/ready'].map((path) => [path, `http://127.0.0.1:${process.env.API_PORT ?? '8001'}`]),
    ),
  },
  // routes are lazy: without this list the first visit of each would rebuild the dependency cache
  optimizeDeps: {
    include: [
      'react',
      'react-dom/client',
      'react-router',
      'antd',
      'antd/es/locale/zh_CN',
      'mobx',
      'mobx-react-lite',
      'axios',
      'dayjs',
      'big.js',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      '@formily/core',
      '@formily/react',
    ],
  },
}));
