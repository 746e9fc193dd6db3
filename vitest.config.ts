import { defineConfig } from 'vitest/config'
import { ClosingLine } from './server/test/closing-line.ts'

export default defineConfig({
  test: {
    include: [
      'server/**/*.test.ts',
      'db/**/*.test.ts',
      'scripts/**/*.test.ts',
      'client-sdk/**/*.test.ts',
    ],
    globalSetup: ['server/test/global-setup.ts'],
    reporters: ['default', new ClosingLine()],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    // Files share the modules of their worker, which halves the time; what belongs to one file is
    // kept by its path (server/test/database.ts).
    isolate: false,
  },
})
