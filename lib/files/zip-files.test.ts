import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type FileToZip, zipFiles } from './zip-files.ts'

const warnings: Error[] = []
const keep = (warning: Error) => warnings.push(warning)
process.on('warning', keep)
afterEach(() => process.off('warning', keep))

async function* largeFiles(count: number): AsyncGenerator<FileToZip> {
  for (let made = 0; made < count; made += 1)
    yield { name: `${made}.md`, content: Buffer.alloc(100_000, 'x') }
}

test('somebody who reads slowly gets all of it, and nothing is left behind', async () => {
  const zip = zipFiles(largeFiles(40))
  let bytes = 0
  for await (const chunk of zip) {
    bytes += chunk.length
    await sleep(1)
  }
  expect(bytes).toBeGreaterThan(4_000_000)
  expect(warnings).toEqual([])
})

test('somebody who goes away ends the work', async () => {
  let made = 0
  async function* files(): AsyncGenerator<FileToZip> {
    for await (const file of largeFiles(1000)) {
      made += 1
      yield file
    }
  }
  const zip = zipFiles(files())
  for await (const _ of zip) break
  // Waits for what was requested before, which is still made.
  await sleep(20)
  const then = made
  await sleep(50)
  expect([made, then < 100]).toEqual([then, true])
})
