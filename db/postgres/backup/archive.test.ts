import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { folderForAllTests } from '../../../server/test/folder.ts'
import { createArchive } from './archive.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const folder = await folderForAllTests()

test('an archive of many files takes no more memory than one of few', async () => {
  const archive = createArchive(join(folder, 'many.tar.gz'))
  const bytes = Buffer.from('%PDF')
  await archive.add('files/first.pdf', bytes)
  const before = usedMemory()
  for (let file = 0; file < 10_000; file++) await archive.add(`files/${file}.pdf`, bytes)
  const held = usedMemory() - before
  await archive.finish()

  expect(held / 10_000).toBeLessThan(200)
})

function usedMemory(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
