import { afterAll, expect, test, vi } from 'vitest'
import { SigningFileError } from './pdf/read-signing-file.ts'
import { createCertificateRenderer } from './pdf-printer.ts'
import { givenContent, givenOptions, givenReceipt, quiet, requireBrowser } from './test-support.ts'

// The first print unpacks the browser.
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
const renderer = createCertificateRenderer({
  ...givenOptions(),
  log,
  signer: { open: answer, check: answer },
})
const unsigned = createCertificateRenderer(givenOptions())
const available = await requireBrowser(unsigned).finally(unsigned.close)
afterAll(() => renderer.close())

test.skipIf(!available)(
  'while nothing can be signed the probe says so, certificates wait, and receipts are printed without',
  async () => {
    expect(await renderer.status()).toEqual({ available: false, detail: expired.message })
    expect(errors).toEqual([expired])

    await expect(renderer.render(givenContent())).rejects.toBe(expired)
    const receipt = Buffer.from(await renderer.renderReceipt(givenReceipt())).toString('latin1')

    expect([receipt.slice(0, 5), receipt.includes('/ByteRange')]).toEqual(['%PDF-', false])
    expect([renderer.missing, renderer.known, errors.length]).toEqual([
      true,
      { available: false, detail: expired.message },
      2,
    ])
    isGood = true
    await renderer.render(givenContent())
    expect([renderer.missing, renderer.known?.available]).toEqual([false, true])
  },
)
