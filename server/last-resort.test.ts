import { chmod } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeTestDatabase } from './test/database.ts'
import { folderForAllTests } from './test/folder.ts'
import { startServerProcess } from './test/server-process.ts'

const folder = await folderForAllTests()
await chmod(folder, 0o755)

test.each([
  ['a rejected promise without a handler', "Promise.reject(new Error('boom'))"],
  ['an error that nobody catches', "(() => { throw new Error('boom') })()"],
])('%s is logged once, and the server ends with 1', async (_what, accident) => {
  // Runs beside the server's own code, once that is ready.
  const beside = `
    const look = setInterval(async () => {
      const answer = await fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').catch(() => undefined)
      if (answer?.ok !== true) return
      clearInterval(look)
      setTimeout(() => ${accident})
    }, 100)`
  await using server = await startServerProcess(folder, {
    DATABASE_URL: await makeTestDatabase(),
    SEED_DEMO: 'false',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(beside)}`,
  })

  expect(await server.exit).toBe(1)
  const lines = server.output().match(/^.*uncaught error.*$/gm)
  expect(lines).toHaveLength(1)
  expect(lines?.[0]).toContain('boom')
})
