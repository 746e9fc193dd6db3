import { defineConfig } from '@playwright/test'

/*
 * People walk through the built academy in a real browser, against a real server with its embedded
 * database. `npm run checks -- academy` starts the server, and this with its address.
 */
const { ACADEMY_URL, CHROMIUM_PATH, SCREENSHOTS = 'test-results' } = process.env

export default defineConfig({
  testDir: '.',
  outputDir: `${SCREENSHOTS}/results`,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // A test that passes only on its second try is reported as flaky.
  retries: 1,
  workers: 2,
  reporter: [['list']],
  projects: [
    { name: 'walks', testMatch: '*.journey.ts', testIgnore: '{pages,speed,visitor}.journey.ts' },
    // Opens the catalogue to everybody, once nobody else walks.
    { name: 'visitors', testMatch: 'visitor.journey.ts', dependencies: ['walks'] },
    // Visits each page in each look and state: takes some minutes.
    { name: 'pages', testMatch: 'pages.journey.ts' },
    // Needs an otherwise idle machine.
    { name: 'speed', testMatch: 'speed.journey.ts' },
  ],
  use: {
    baseURL: ACADEMY_URL,
    locale: 'en',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
