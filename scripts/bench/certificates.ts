import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'puppeteer-core'
import { defaultBranding } from '../../server/adapters/pdf-printer/branding.ts'
import { launchBrowser } from '../../server/adapters/pdf-printer/browser/launch.ts'
import { fillPage } from '../../server/adapters/pdf-printer/browser/page-script.ts'
import { openRuntimeFolder } from '../../server/adapters/pdf-printer/browser/runtime-folder.ts'
import { sandboxLevels } from '../../server/adapters/pdf-printer/browser/sandbox.ts'
import { unpackChromium, unpackFonts } from '../../server/adapters/pdf-printer/browser/unpack.ts'
import {
  buildTemplate,
  fittedTextsOf,
} from '../../server/adapters/pdf-printer/documents/certificate-template.ts'
import { toPrinted } from '../../server/adapters/pdf-printer/documents/printed-certificate.ts'
import { lineHeight } from '../../server/adapters/pdf-printer/documents/printed-document.ts'
import { bodyFamily, loadBodyFont } from '../../server/adapters/pdf-printer/fonts/fonts.ts'
import type { CertificateRenderer } from '../../server/adapters/pdf-printer/pdf-printer.ts'
import {
  at,
  browserProcesses,
  contentOf,
  cpuMilliseconds,
  log,
  median,
  numberAfter,
  openRenderer,
  type Print,
  signer,
  timesOf,
  workDir,
} from './certificate-world.ts'

/**
 * `node scripts/bench/certificates.ts [--prints 200] [--rounds 3]`: how fast certificates are
 * printed, as the service prints them (signed, tagged, with credential, sandbox on), beside the
 * naive way (a new page for each) and the floor (a bare puppeteer-core loop on one page that keeps
 * its template, with nothing added to what it prints). Rounds are interleaved; the figures are
 * medians of the rounds. Linux only.
 */
const prints = numberAfter('--prints', 200)
const rounds = numberAfter('--rounds', 3)

async function measureCold(): Promise<number> {
  await signer.open()
  const times: number[] = []
  for (let start = 0; start < 3; start += 1) {
    const renderer = openRenderer()
    const began = performance.now()
    await renderer.render(contentOf(start))
    times.push(performance.now() - began)
    await renderer.close()
  }
  return median(times)
}

/** Prints like the service, one after the other. */
async function measureOne(renderer: CertificateRenderer, count = prints): Promise<number[]> {
  return timesOf(count, (number) => renderer.render(contentOf(number)))
}

/** Keeps both slots busy. CPU of this process and of the browser. */
async function measureMany(
  renderer: CertificateRenderer,
): Promise<{ perSecond: number; cpuMs: number }> {
  const cpu = await cpuMilliseconds()
  const began = performance.now()
  await Promise.all(
    Array.from({ length: prints }, (_, number) =>
      renderer.render(contentOf(number), { interactive: false }),
    ),
  )
  const seconds = (performance.now() - began) / 1_000
  return { perSecond: prints / seconds, cpuMs: ((await cpuMilliseconds()) - cpu) / prints }
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
  const html = buildTemplate(await loadBodyFont(), defaultBranding)
  const kept = await openPage(browser, html)

  async function printOn(page: Page, number: number): Promise<Uint8Array> {
    const { documentTitle, pageNote, locale, direction, texts, rows, drawings } = await toPrinted(
      contentOf(number),
    )
    const filling = {
      documentTitle,
      pageNote,
      locale,
      direction,
      texts,
      rows,
      drawings,
      bodyFamily,
      lineHeight,
      fonts: [],
      oldFonts: [],
      fitted: fittedTextsOf(defaultBranding),
    }
    await page.evaluate(fillPage, filling)
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

/** What the browser keeps from others, shared pages counted in parts. */
async function pssMegabytes(): Promise<number> {
  const rollups = await Promise.all(
    (await browserProcesses()).map(({ pid }) =>
      readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''),
    ),
  )
  return (
    rollups.reduce((sum, rollup) => sum + Number(/^Pss:\s+(\d+)/mu.exec(rollup)?.[1] ?? 0), 0) /
    1_024
  )
}

async function sizesOf(renderer: CertificateRenderer): Promise<{ latin: number; cjk: number }> {
  const [latin, ...cjk] = await Promise.all([
    renderer.render(contentOf(0)),
    renderer.render(
      contentOf(0, { learnerName: '欧阳晓明', courseTitle: '版本控制入门', language: 'zh-Hans' }),
    ),
    renderer.render(
      contentOf(0, {
        learnerName: '渡邉 さくら',
        courseTitle: 'バージョン管理入門',
        language: 'ja',
      }),
    ),
    renderer.render(
      contentOf(0, { learnerName: '김민준', courseTitle: '버전 관리 입문', language: 'ko' }),
    ),
  ])
  return { latin: latin.length, cjk: Math.max(...cjk.map(({ length }) => length)) }
}

async function main(): Promise<void> {
  const cold = await measureCold()
  const renderer = openRenderer()
  const contenders = await openContenders()
  try {
    await Promise.all([measureOne(renderer, 20), measureOne(renderer, 20)])
    await timesOf(10, contenders.floor)
    const one: number[][] = []
    const many: { perSecond: number; cpuMs: number }[] = []
    const floor: number[] = []
    const naive: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      one.push(await measureOne(renderer))
      many.push(await measureMany(renderer))
      floor.push(at(await timesOf(prints, contenders.floor), 0.5))
      naive.push(at(await timesOf(Math.ceil(prints / 10), contenders.naive), 0.5))
    }
    await contenders.close()
    const pss = await pssMegabytes()
    const sizes = await sizesOf(renderer)
    const p50 = median(one.map((times) => at(times, 0.5)))

    const rows: [string, string, string][] = [
      ['one at a time, p50', ms(p50), '20 ms'],
      ['one at a time, p95', ms(median(one.map((times) => at(times, 0.95)))), '35 ms'],
      [
        'two slots, certificates a second',
        median(many.map(({ perSecond }) => perSecond)).toFixed(0),
        '75',
      ],
      ['CPU of each (server and browser)', ms(median(many.map(({ cpuMs }) => cpuMs))), '22 ms'],
      ['from cold to the first PDF', ms(cold), '600 ms'],
      ['browser with two slots (PSS)', `${pss.toFixed(0)} MB`, '450 MB'],
      ['size, Latin', kilobytes(sizes.latin), '75 kB'],
      ['size, the largest of Chinese, Japanese and Korean', kilobytes(sizes.cjk), '75 kB'],
      ['bare loop on one page, p50', ms(median(floor)), ''],
      ['times the bare loop', (p50 / median(floor)).toFixed(2), ''],
      ['new page for each, p50', ms(median(naive)), ''],
      ['faster than a new page for each', `${(median(naive) / p50).toFixed(1)} times`, ''],
    ]
    console.log(
      `| | measured | promised |\n|---|---:|---:|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`,
    )
  } finally {
    await contenders.close()
    await renderer.close()
  }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}

await main()
