import { afterAll, expect, test, vi } from 'vitest'
import { createPdfPrinter } from '../pdf-printer.ts'
import { givenContent, givenOptions, givenReceipt, quiet, requireBrowser } from '../test-support.ts'
import { SigningFileError } from '../types.ts'

// Allows for the first print, which unpacks the browser.
vi.setConfig({ testTimeout: 60_000 })

const expired = new SigningFileError('the certificate in /keys/x.p12 has expired')
let isGood = false
const answer = () => (isGood ? Promise.resolve(undefined) : Promise.reject(expired))
const errors: unknown[] = []
const log = {
  ...quiet,
  info: () => undefined,
  warn: () => undefined,
  error: ({ err }: { err: unknown }) => errors.push(err),
} as never
const printer = createPdfPrinter({
  ...givenOptions(),
  log,
  signer: { open: answer, check: answer },
})
const unsigned = createPdfPrinter(givenOptions())
const available = await requireBrowser(unsigned).finally(unsigned.close)
afterAll(() => printer.close())

test.skipIf(!available)(
  'while nothing can be signed the status says so, certificates wait, and receipts stay unsigned',
  async () => {
    expect(await printer.status()).toEqual({ available: false, detail: expired.message })
    expect(errors).toEqual([expired])

    await expect(printer.printCertificate(givenContent())).rejects.toBe(expired)
    const receipt = Buffer.from(await printer.printReceipt(givenReceipt())).toString('latin1')

    expect([receipt.slice(0, 5), receipt.includes('/ByteRange')]).toEqual(['%PDF-', false])
    expect([printer.isUnavailable, printer.lastStatus, errors.length]).toEqual([
      true,
      { available: false, detail: expired.message },
      2,
    ])
    isGood = true
    await printer.printCertificate(givenContent())
    expect([printer.isUnavailable, printer.lastStatus?.available]).toEqual([false, true])
  },
)
