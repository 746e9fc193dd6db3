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
  const printer = createPdfPrinter(givenOptions())
  return { printer, isAvailable: await requireBrowser(printer) }
}

/** Downloads the PDF of a certificate and reads its text, without white space. */
export async function downloadText(api: Api, certificateUrl: string): Promise<string> {
  const { rawPayload } = await api.server.inject({
    method: 'GET',
    url: new URL(certificateUrl).pathname,
  })
  return (await readPdf(rawPayload)).text
}

/** Texts that have to be on the page, in the form that `downloadText` returns. */
export function printedWords(...words: string[]): string[] {
  return words.map(withoutSpace)
}
