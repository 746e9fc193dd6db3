import { createCertificateRenderer } from '../adapters/pdf-printer/pdf-printer.ts'
import {
  givenOptions,
  readPdf,
  requireBrowser,
  withoutSpace,
} from '../adapters/pdf-printer/test-support.ts'
import type { Api } from './api.ts'

/**
 * A real browser for the tests of one file. Where none is to be had `isAvailable` is false, and the
 * reason is on the console.
 */
export async function startRenderer() {
  const renderer = createCertificateRenderer(givenOptions())
  return { renderer, isAvailable: await requireBrowser(renderer) }
}

/**
 * Downloads a certificate's PDF by its address and reads the text on it, without any white space.
 */
export async function downloadText(api: Api, certificateUrl: string): Promise<string> {
  const { rawPayload } = await api.server.inject({
    method: 'GET',
    url: new URL(certificateUrl).pathname,
  })
  return (await readPdf(rawPayload)).text
}

/** What has to stand on the paper, as `downloadText` gives it. */
export function printedWords(...words: string[]): string[] {
  return words.map(withoutSpace)
}
