import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPdf } from '../../../server/adapters/pdf-printer/test-support.ts'
import { markPaid } from '../../../server/features/shop/payments/mark-paid.ts'
import { startPrinter } from '../../../server/test/printing.ts'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

// Every command is a process of its own, and the first print unpacks the browser.
const { printer, isAvailable } = await startPrinter()
await printer.close()

test.skipIf(!isAvailable)(
  'an operator prints the receipt of a purchase; there is none for an unpaid or unknown one',
  async () => {
    const [learner, course] = [
      await api.given.learner(),
      await api.given.course({ price: { amount: 1250, currency: 'KWD' } }),
    ]
    const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
    const output = join(lyceum.dataDir, 'receipt.pdf')
    const print = (id: string) =>
      lyceum.run(['transaction', 'receipt', id, '--output', output, '--json'])

    expect(await print(id)).toMatchObject({
      code: 4,
      json: { error: 'TransactionNotPaid' },
      stderr: expect.stringContaining('Nothing was paid'),
    })
    expect(await print('019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no such transaction'),
    })
    await expect(readFile(output)).rejects.toMatchObject({ code: 'ENOENT' })

    await markPaid(api.deps, { id, reason: 'Bank transfer' })
    const { code, json } = await print(id)

    expect([code, json]).toEqual([
      0,
      { file: output, bytes: expect.any(Number), number: expect.stringMatching(/^\d{4}-\d{6}$/) },
    ])
    const { text, title } = await readPdf(await readFile(output))
    expect(title).toBe(`Receipt ${json.number} — Lyceum`)
    expect(text).toContain('KWD1.250')
  },
)

test('an operator without a browser learns how to get one', async () => {
  const [learner, course] = [
    await api.given.learner(),
    await api.given.course({ price: { amount: 500, currency: 'JPY' } }),
  ]
  const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  await markPaid(api.deps, { id, reason: 'Bank transfer' })

  const { code, stderr } = await lyceum.run(
    ['transaction', 'receipt', id, '--output', join(lyceum.dataDir, 'x.pdf')],
    {
      CHROMIUM_PATH: '/no/such/browser',
    },
  )

  expect([code, stderr]).toEqual([5, expect.stringMatching(/No browser[\s\S]*CHROMIUM_PATH/)])
})
