import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Vendor code that changes rarely and belongs together; everything else is split along the lazy imports of the source. */
const CHUNKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  ['dayjs', /node_modules\/dayjs\//],
];

const SERVER: Record<string, string> = { main: 'server/main.ts', 'excel-worker': 'server/excel/worker.ts' };
const PAGES: Record<string, string> = { index: 'index.html', bench: 'bench.html', sw: 'src/worker/sw.ts' };

/** One configuration for both builds: the browser application, and with `build.ssr` the server (everything in node_modules stays outside). */
/**
 * Forms are fetched in a quiet moment before the first is opened (src/theme/Warm.tsx): the browser is asked to compile them whole while it
 * loads them, off the main thread, and not function by function when a document is opened.
 */
const FORM_CHUNKS = /^(form-model|check|input|resolve|use-list|PartList)$/;
const compiledAtLoad: Plugin = {
  name: 'compiled-at-load',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // the comment must come before everything else
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && FORM_CHUNKS.test(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
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
              codeSplitting: {
                groups: CHUNKS.map(([name, test]) => ({ name, test })),
              },
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
