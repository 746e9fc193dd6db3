import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDocuments } from '../documents/documents.ts'
import { loadBodyFont } from '../fonts/body-font.ts'
import { createPdfPrinter } from '../pdf-printer.ts'
import { givenContent, givenOptions, quiet, requireBrowser, workDir } from '../test-support.ts'
import type { PrinterLimits } from '../types.ts'
import type { LaunchOptions } from './launch.ts'
import { BrowserKilled } from './print-page.ts'
import { type PrintingBrowser, startPrintingBrowser } from './printing-browser.ts'
import { openRuntimeFolder } from './runtime-folder.ts'
import { sandboxLevels } from './sandbox.ts'
import { unpackChromium, unpackFonts } from './unpack.ts'

const printer = createPdfPrinter(givenOptions())
const available = await requireBrowser(printer)
const { browser: found, sandbox } = printer.lastStatus ?? {}
await printer.close()

const dieAt = fileURLToPath(new URL('../test/die-at.ts', import.meta.url))

const limits: PrinterLimits = {
  browsers: 1,
  maxWaiting: 1,
  printMs: 3_000,
  documentMegabytes: 512,
  wornMegabytes: 150,
  printsPerBrowser: 10,
  idleMs: 60_000,
}

/** Starts the browser that prints here; it dies at the first message that matches. */
async function startUntil(pattern: string): Promise<PrintingBrowser> {
  const { path: folder } = await openRuntimeFolder(workDir, quiet)
  const level = sandboxLevels({ allowNoSandbox: false }).find(
    ({ description }) => description === sandbox,
  )
  if (found === undefined || level === undefined) throw new Error('no browser')
  const isOurs = found.source === '@sparticuz/chromium'
  const launch: LaunchOptions = {
    program: isOurs ? await unpackChromium(folder) : { path: found.path },
    level: { ...level, wrapper: [process.execPath, dieAt, pattern, ...level.wrapper] },
    folder,
    fontsPath: await unpackFonts(folder),
  }
  const { template } = await createDocuments().certificate(givenContent())
  return startPrintingBrowser(launch, await loadBodyFont(), template, limits)
}

test.skipIf(!available || process.platform !== 'linux').each([
  ['it answers at all', 'Target.getBrowserContexts'],
  ['it names its pages', 'Target.setAutoAttach'],
  ['its first page is there', 'Target.setAutoAttach.*sessionId'],
  ['it opens a page', 'Target.createTarget'],
  ['its new page is there', 'Target.setAutoAttach.*"id":(?:[89]|\\d\\d),'],
  ['its page is looked at', 'Page.getFrameTree'],
  ['its page is locked', 'Emulation.setScriptExecutionDisabled'],
  ['its page has the template', 'Page.setDocumentContent'],
  ['its page has the fonts', 'Runtime.callFunctionOn'],
  ['it tells its version', 'Browser.getVersion'],
])(
  'nobody waits for a browser that is killed before %s, and it counts as killed',
  async (_moment, message) => {
    const error: unknown = await startUntil(message).catch((error: unknown) => error)

    expect(error).toBeInstanceOf(BrowserKilled)
    expect(String((error as Error).cause)).not.toMatch(/not done within|timed out|exceeded/u)
  },
)
