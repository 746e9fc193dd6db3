import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test, vi } from 'vitest'
import { createCertificateRenderer } from './pdf-printer.ts'
import { givenContent, givenOptions, requireBrowser } from './test-support.ts'

// The first print unpacks the browser.
vi.setConfig({ testTimeout: 60_000 })

const renderer = createCertificateRenderer(givenOptions())
const available = await requireBrowser(renderer)
afterAll(() => renderer.close())

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function bytesHeld(): Promise<number> {
  await sleep(50)
  collectGarbage()
  await sleep(50)
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

test.skipIf(!available)(
  'what was printed is not kept in memory, however long the page lives that printed it',
  async () => {
    const prints = 40
    const print = async (number: number) =>
      (await renderer.render(givenContent({ learnerName: `Ada the ${number}th` }))).length
    for (let number = 0; number < 10; number += 1) await print(number)
    const before = await bytesHeld()

    let printed = 0
    for (let number = 0; number < prints; number += 1) printed += await print(number)

    expect((await bytesHeld()) - before).toBeLessThan(printed / 4)
  },
)
