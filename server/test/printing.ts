import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, vi } from 'vitest'
import { createPdfPrinter } from '../adapters/pdf-printer/pdf-printer.ts'
import {
  givenOptions,
  readPdf,
  requireBrowser,
  withoutSpace,
} from '../adapters/pdf-printer/test-support.ts'
import type { Api } from './api.ts'

/**
 * A real printer for the tests of one file. Without a browser `isAvailable` is false, and the reason
 * is on the console.
 */
export async function startPrinter() {
  // Leaves a print the time that it takes beside all other tests.
  const printer = createPdfPrinter(givenOptions({ limits: { printMs: 20_000 } }))
  return { printer, isAvailable: await requireBrowser(printer) }
}

/** Starts the same, closed after the last test of the file. */
export async function printerForAllTests() {
  // The first print unpacks the browser.
  vi.setConfig({ testTimeout: 120_000 })
  const started = await startPrinter()
  afterAll(() => started.printer.close())
  return started
}

/** Downloads the PDF of a certificate and reads its text, without white space. */
export async function downloadText(api: Api, certificateUrl: string): Promise<string> {
  return (await readPdf(await downloadPdf(api, new URL(certificateUrl).pathname))).text
}

/** Downloads it, trying again while it is being printed, as on a busy machine. */
export async function downloadPdf(api: Api, url: string, token?: string): Promise<Buffer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  for (let triesLeft = 10; ; triesLeft--) {
    const { rawPayload, statusCode } = await api.server.inject({ method: 'GET', url, headers })
    if (statusCode === 200) return rawPayload
    if (statusCode !== 503 || triesLeft === 0)
      throw new Error(`The PDF was refused with ${statusCode}: ${rawPayload}`)
    await sleep(500)
  }
}

/** Texts that have to be on the page, in the form that `downloadText` returns. */
export function printedWords(...words: string[]): string[] {
  return words.map(withoutSpace)
}
