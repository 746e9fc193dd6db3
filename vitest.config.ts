import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ClosingLine } from './server/test/closing-line.ts'
import { projectsOfTests } from './server/test/projects.ts'

export default defineConfig(({ mode }) => ({
  test: {
    projects: Object.entries(projectsOfTests({ onlyFast: mode === 'fast' })).map(
      ([name, include]) => ({
        // The academy's sources find the SDK by its tsconfig.json, as its build does.
        resolve: { tsconfigPaths: true },
        test: {
          name,
          include,
          // For what hangs. How long something may take is said by its own test.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          // Files share the modules of their worker, which halves the time; what belongs to one file
          // is kept by its path (server/test/database.ts).
          isolate: false,
          globalSetup: name === 'service' ? ['server/test/global-setup.ts'] : [],
          setupFiles: name === 'service' ? ['server/test/after-each-file.ts'] : [],
        },
      }),
    ),
    reporters: ['default', new ClosingLine()],
    // For three tenths of their time, tests only wait.
    maxWorkers: availableParallelism() + 2,
  },
}))
