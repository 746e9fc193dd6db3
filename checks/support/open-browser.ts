import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { browserCandidates } from '../../server/adapters/pdf-printer/browser/browser-candidates.ts'
import { say } from './say.ts'

export interface OpenBrowser extends AsyncDisposable {
  browser: Browser
}

/**
 * Starts the first of the browsers that print certificates that works here, and says which one it
 * is. Unpacks what the browser needs into the folder.
 */
export async function openBrowser(folder: string): Promise<OpenBrowser> {
  const reasons: string[] = []
  const unpacked = join(folder, 'browsers')
  await mkdir(unpacked)
  for (const candidate of await browserCandidates(process.env.CHROMIUM_PATH, unpacked)) {
    try {
      const { path, libraryPath } = await candidate.prepare()
      // Chromium's sandbox refuses to start for root; the pages it opens are only our own.
      const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
      const env = libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath }
      const browser = await puppeteer.launch({
        executablePath: path,
        headless: 'shell',
        args,
        env: { ...process.env, ...env },
      })
      say('browser', `${candidate.label}, ${await browser.version()}`)
      return { browser, [Symbol.asyncDispose]: () => browser.close() }
    } catch (error) {
      reasons.push(`${candidate.label}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(`No browser starts here.\n${reasons.join('\n')}`)
}

/** The text of the first element that the selector finds. */
export function textOf(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (element) => element.textContent ?? '')
}
