import { defineConfig } from '@playwright/test';

/** Browser journeys on the production build; each file starts its own server on the embedded database (test/e2e/support.ts). */
export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/setup.ts',
  outputDir: 'test-results/e2e',
  // how long a loaded machine may take; how fast the product is the bench measures
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: false,
  retries: 0,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 30_000,
    // machines of a shop floor often show no animations; shell and purchase run with them
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM || undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
