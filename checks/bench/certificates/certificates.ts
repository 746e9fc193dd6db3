import type { Browser, Page } from 'puppeteer-core'
import { launchBrowser } from '../../../server/adapters/pdf-printer/browser/launch.ts'
import { fillPage } from '../../../server/adapters/pdf-printer/browser/page-script.ts'
import { openRuntimeFolder } from '../../../server/adapters/pdf-printer/browser/runtime-folder.ts'
import { sandboxLevels } from '../../../server/adapters/pdf-printer/browser/sandbox.ts'
import { unpackChromium, unpackFonts } from '../../../server/adapters/pdf-printer/browser/unpack.ts'
import { createDocuments } from '../../../server/adapters/pdf-printer/documents/documents.ts'
import { lineHeight } from '../../../server/adapters/pdf-printer/documents/template.ts'
import { bodyFamily, loadBodyFont } from '../../../server/adapters/pdf-printer/fonts/body-font.ts'
import type { PdfPrinter } from '../../../server/adapters/pdf-printer/types.ts'
import { readOf } from '../processes.ts'
import { numberAfter } from '../setting.ts'
import { median, printHead, printRow, quantile, timesOf } from '../times.ts'
import {
  browserProcesses,
  contentOf,
  cpuMilliseconds,
  log,
  openPrinter,
  type Print,
  signer,
  workDir,
} from './certificate-world.ts'

/**
 * `node checks/bench/certificates/certificates.ts [--prints 200] [--rounds 3]`: measures how fast
 * the service prints certificates (signed, tagged, with credential, sandbox on), compared with the
 * naive way (a new page for each) and the floor (a bare puppeteer-core loop on one page that keeps
 * its template, with nothing added). Rounds are interleaved; the figures are medians of the rounds.
 * Linux only.
 */
const prints = numberAfter('--prints', 200)
const rounds = numberAfter('--rounds', 3)

async function measureCold(): Promise<number> {
  await signer.open()
  const times: number[] = []
  for (let start = 0; start < 3; start += 1) {
    const printer = openPrinter()
    times.push(...(await timesOf(1, () => printer.printCertificate(contentOf(start)))))
    await printer.close()
  }
  return median(times)
}

/** Prints one after the other. */
async function measureOne(printer: PdfPrinter, count = prints): Promise<number[]> {
  return timesOf(count, (number) => printer.printCertificate(contentOf(number)))
}

/** Keeps both pages busy. The CPU time is that of this process and of the browser. */
async function measureMany(printer: PdfPrinter): Promise<{ perSecond: number; cpuMs: number }> {
  const cpu = cpuMilliseconds()
  const began = performance.now()
  await Promise.all(
    Array.from({ length: prints }, (_, number) =>
      printer.printCertificate(contentOf(number), { interactive: false }),
    ),
  )
  const seconds = (performance.now() - began) / 1_000
  return { perSecond: prints / seconds, cpuMs: (cpuMilliseconds() - cpu) / prints }
}

interface Contenders {
  floor: Print
  naive: Print
  close(): Promise<void>
}

/**
 * The same browser in the same sandbox, with the same page, without all that the service does
 * around it.
 */
async function openContenders(): Promise<Contenders> {
  const { path: folder } = await openRuntimeFolder(workDir, log)
  const [level] = sandboxLevels({ allowNoSandbox: false })
  if (level === undefined) throw new Error('There is no sandbox.')
  const { browser, close } = await launchBrowser({
    program: await unpackChromium(folder),
    level,
    folder,
    fontsPath: await unpackFonts(folder),
  })
  const documents = createDocuments()
  const { template } = await documents.certificate(contentOf(0))
  const html = template.build(await loadBodyFont())
  const kept = await openPage(browser, html)

  async function printOn(page: Page, number: number): Promise<Uint8Array> {
    const { template, uncovered: _, ...content } = await documents.certificate(contentOf(number))
    const { fitted } = template
    const given = { bodyFamily, lineHeight, fitted, fonts: [], droppedFonts: [] }
    await page.evaluate(fillPage, { ...content, ...given })
    return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
  }
  return {
    floor: (number) => printOn(kept, number),
    naive: async (number) => {
      const page = await openPage(browser, html)
      await printOn(page, number)
      await page.close()
    },
    close,
  }
}

async function openPage(browser: Browser, html: string): Promise<Page> {
  const page = await browser.newPage()
  await page.setContent(html, { waitUntil: 'load' })
  return page
}

/** Memory of the browser (PSS: shared memory counts in proportion). */
function pssMegabytes(): number {
  const rollups = browserProcesses().map(({ pid }) => readOf(pid, 'smaps_rollup'))
  const kilobytes = rollups.map((rollup) => Number(/^Pss:\s+(\d+)/mu.exec(rollup)?.[1] ?? 0))
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1_024
}

async function sizesOf(printer: PdfPrinter): Promise<{ latin: number; cjk: number }> {
  const [latin, ...cjk] = await Promise.all([
    printer.printCertificate(contentOf(0)),
    printer.printCertificate(
      contentOf(0, { learnerName: '欧阳晓明', courseTitle: '版本控制入门', language: 'zh-Hans' }),
    ),
    printer.printCertificate(
      contentOf(0, {
        learnerName: '渡邉 さくら',
        courseTitle: 'バージョン管理入門',
        language: 'ja',
      }),
    ),
    printer.printCertificate(
      contentOf(0, { learnerName: '김민준', courseTitle: '버전 관리 입문', language: 'ko' }),
    ),
  ])
  return { latin: latin.length, cjk: Math.max(...cjk.map(({ length }) => length)) }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}

const cold = await measureCold()
const printer = openPrinter()
const contenders = await openContenders()
try {
  await Promise.all([measureOne(printer, 20), measureOne(printer, 20)])
  await timesOf(10, contenders.floor)
  const one: number[][] = []
  const many: { perSecond: number; cpuMs: number }[] = []
  const floor: number[] = []
  const naive: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    one.push(await measureOne(printer))
    many.push(await measureMany(printer))
    floor.push(median(await timesOf(prints, contenders.floor)))
    naive.push(median(await timesOf(Math.ceil(prints / 10), contenders.naive)))
  }
  await contenders.close()
  const pss = pssMegabytes()
  const sizes = await sizesOf(printer)
  const p50 = median(one.map(median))

  printHead(['measured', 'promised'])
  const rows: [string, string, string][] = [
    ['one at a time, p50', ms(p50), '20 ms'],
    ['one at a time, p95', ms(median(one.map((times) => quantile(times, 0.95)))), '35 ms'],
    [
      'two pages, certificates a second',
      median(many.map(({ perSecond }) => perSecond)).toFixed(0),
      '75',
    ],
    ['CPU of each (server and browser)', ms(median(many.map(({ cpuMs }) => cpuMs))), '22 ms'],
    ['from cold to the first PDF', ms(cold), '600 ms'],
    ['browser with two pages (PSS)', `${pss.toFixed(0)} MB`, '450 MB'],
    ['size, Latin', kilobytes(sizes.latin), '75 kB'],
    ['size, the largest of Chinese, Japanese and Korean', kilobytes(sizes.cjk), '125 kB'],
    ['bare loop on one page, p50', ms(median(floor)), ''],
    ['times the bare loop', (p50 / median(floor)).toFixed(2), ''],
    ['new page for each, p50', ms(median(naive)), ''],
    ['faster than a new page for each', `${(median(naive) / p50).toFixed(1)} times`, ''],
  ]
  for (const [label, ...cells] of rows) printRow(label, cells)
} finally {
  await contenders.close()
  await printer.close()
}
