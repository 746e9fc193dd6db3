import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { printerForAllTests } from '../../../test/printing.ts'
import { givenContent } from '../test-support.ts'

const { printer, isAvailable: available } = await printerForAllTests()

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
  'printed PDFs are not kept in memory, however long their page lives',
  async () => {
    const prints = 40
    const print = async (number: number) =>
      (await printer.printCertificate(givenContent({ learnerName: `Ada the ${number}th` }))).length
    for (let number = 0; number < 10; number += 1) await print(number)
    const before = await bytesHeld()

    let printed = 0
    for (let number = 0; number < prints; number += 1) printed += await print(number)

    expect((await bytesHeld()) - before).toBeLessThan(printed / 4)
  },
)
