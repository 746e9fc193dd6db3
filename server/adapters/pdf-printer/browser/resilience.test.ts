import { getPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPdfPrinter } from '../pdf-printer.ts'
import {
  findBrowsers,
  findPageProcesses,
  findProfiles,
  givenContent,
  givenOptions,
  quiet,
  readPdf,
  requireBrowser,
  workDir,
} from '../test-support.ts'
import { type PdfPrinter, PrinterBusy, type PrinterOptions, PrinterUnavailable } from '../types.ts'
import { openRuntimeFolder } from './runtime-folder.ts'

const probing = createPdfPrinter(givenOptions())
const available = await requireBrowser(probing)
await probing.close()
const { path: folder } = await openRuntimeFolder(workDir, quiet)

const open: PdfPrinter[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((printer) => printer.close()))
})

function startPrinter(options: Partial<PrinterOptions> = {}): PdfPrinter {
  const printer = createPdfPrinter(givenOptions(options))
  open.push(printer)
  return printer
}

describe.skipIf(!available || process.platform !== 'linux')('the printer', () => {
  test('starts nothing before the first print', async () => {
    startPrinter()
    await sleep(50)

    expect(findBrowsers()).toEqual([])
  })

  test('survives when its browser is killed, before a print and during many', async () => {
    const printer = startPrinter()
    await printer.printCertificate(givenContent())

    killBrowsers('SIGKILL')
    expect(
      (await readPdf(await printer.printCertificate(givenContent({ learnerName: 'Grace Hopper' }))))
        .text,
    ).toContain('GraceHopper')

    const prints = Array.from({ length: 12 }, (_, index) =>
      printer.printCertificate(givenContent({ learnerName: `Learner ${index}.` })),
    )
    await prints[0]
    killBrowsers('SIGKILL')
    const texts = await Promise.all(prints.map(async (print) => (await readPdf(await print)).text))
    expect(texts.every((text, index) => text.includes(`Learner${index}.`))).toBe(true)
  })

  test('survives when its pages crash', async () => {
    const printer = startPrinter()
    await Promise.all([
      printer.printCertificate(givenContent()),
      printer.printCertificate(givenContent()),
    ])

    const pages = findBrowsers().flatMap(findPageProcesses)
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) process.kill(page, 'SIGKILL')

    const pdfs = await Promise.all([
      printer.printCertificate(givenContent()),
      printer.printCertificate(givenContent()),
    ])
    expect(pdfs.every((pdf) => pdf.length > 10_000)).toBe(true)
    expect(findBrowsers().length).toBeLessThanOrEqual(2)
  })

  test('prints all the same when its browsers freeze, and replaces them', async () => {
    const printer = startPrinter({ limits: { printMs: 4_000 } })
    await printer.printCertificate(givenContent())

    killBrowsers('SIGSTOP')
    const frozen = findBrowsers()
    const pdfs = await Promise.all([1, 2, 3].map(() => printer.printCertificate(givenContent())))

    expect(pdfs.every((pdf) => pdf.length > 10_000)).toBe(true)
    expect(findBrowsers().filter((browser) => frozen.includes(browser))).toEqual([])
  })

  test('refuses at once when the queue is full, and prints all that are in it', async () => {
    const printer = startPrinter({ limits: { browsers: 1, maxWaiting: 2 } })

    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => printer.printCertificate(givenContent())),
    )

    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(outcomes[4]).toHaveProperty('reason', expect.any(PrinterBusy))
  })

  test('replaces a browser after its share of prints', async () => {
    const printer = startPrinter({ limits: { browsers: 1, printsPerBrowser: 2 } })

    for (const number of [1, 2, 3, 4, 5]) {
      expect(
        (
          await readPdf(
            await printer.printCertificate(givenContent({ learnerName: `Number ${number}` })),
          )
        ).text,
      ).toContain(`Number${number}`)
    }
  })

  test('replaces a browser that has grown', async () => {
    const grown = { browsers: 1, wornMegabytes: -10_000 }
    const printer = startPrinter({ limits: grown })
    await printer.printCertificate(givenContent())
    const first = findBrowsers()

    for (let print = 0; print < 51; print += 1) await printer.printCertificate(givenContent())

    expect(findBrowsers().filter((browser) => first.includes(browser))).toEqual([])
  })

  test('runs its browser at a lower priority than the server', async () => {
    await startPrinter().printCertificate(givenContent())

    const [browser = 0] = findBrowsers()
    const processes = [browser, ...findPageProcesses(browser)]
    expect(processes.length).toBeGreaterThan(1)
    for (const process of processes) expect(getPriority(process)).toBe(getPriority() + 5)
  })

  test('closes the browser when there is no work, and starts it again for the next print', async () => {
    const printer = startPrinter({ limits: { idleMs: 1_000 } })
    await printer.printCertificate(givenContent())
    expect(findBrowsers()).toHaveLength(1)

    await expect.poll(findBrowsers).toEqual([])
    expect((await printer.printCertificate(givenContent())).length).toBeGreaterThan(10_000)
  })

  test('leaves no process and no profile behind', async () => {
    const printer = startPrinter()
    await Promise.all([
      printer.printCertificate(givenContent()),
      printer.printCertificate(givenContent()),
    ])
    expect(findProfiles(folder).length).toBeGreaterThan(0)

    await printer.close()

    expect(findBrowsers()).toEqual([])
    expect(findProfiles(folder)).toEqual([])
    await expect(printer.printCertificate(givenContent())).rejects.toThrow(PrinterUnavailable)
    expect(await printer.status()).toMatchObject({ available: false })
  })

  test('starts no further browser for prints that wait when it is closed', async () => {
    const printer = startPrinter()
    await printer.printCertificate(givenContent())
    const prints = Promise.allSettled(
      [1, 2, 3, 4].map(() => printer.printCertificate(givenContent())),
    )
    await sleep(20)

    await printer.close()

    await prints
    await expect.poll(findBrowsers).toEqual([])
    expect(findProfiles(folder)).toEqual([])
  })

  test('looks for no other browser when it is closed while the proven one starts again', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const printer = startPrinter({ log })
    await printer.printCertificate(givenContent())
    const first = findBrowsers()
    killBrowsers('SIGKILL')
    const print = printer.printCertificate(givenContent()).catch((error: unknown) => error)
    const second = await vi.waitUntil(
      () => findBrowsers().find((browser) => !first.includes(browser)),
      { interval: 10, timeout: 60_000 },
    )

    process.kill(-second, 'SIGKILL')
    await printer.close()

    expect(await print).toBeInstanceOf(PrinterUnavailable)
    expect(lines.filter((line) => line.includes('certificates can be printed'))).toHaveLength(1)
  })

  test('says which browser prints, and how it is isolated', async () => {
    const status = await startPrinter().status()

    expect(status).toMatchObject({
      available: true,
      browser: {
        source: process.arch === 'x64' ? '@sparticuz/chromium' : 'system',
        version: expect.stringMatching(/\d+\.\d+/u),
      },
    })
    expect(status.sandbox).toContain("Chromium's own sandbox")
    expect(status.detail).toContain(status.sandbox)
  })
})

test.each(['/nonexistent', '/bin/false'])(
  'with CHROMIUM_PATH=%s nothing else is tried, and the status gives the reason',
  async (chromiumPath) => {
    const printer = startPrinter({ chromiumPath })

    await expect(printer.printCertificate(givenContent())).rejects.toThrow(PrinterUnavailable)

    const { available, detail } = await printer.status()
    expect(available).toBe(false)
    expect(detail).toContain(chromiumPath)
    expect(detail).toContain('correct CHROMIUM_PATH')
    expect(detail).not.toContain('@sparticuz')
  },
)

function killBrowsers(signal: 'SIGKILL' | 'SIGSTOP'): void {
  const leaders = findBrowsers()
  expect(leaders.length).toBeGreaterThan(0)
  for (const leader of leaders) process.kill(-leader, signal)
}

test('a printer knows that it has no browser once it has looked for one', async () => {
  const printer = startPrinter({ chromiumPath: '/nowhere/chromium' })
  const before = printer.isUnavailable

  const { available } = await printer.status()

  expect([before, available, printer.isUnavailable]).toEqual([false, false, true])
})
