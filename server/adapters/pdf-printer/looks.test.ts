import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Branding, defaultBranding } from '../../../content/branding/branding.ts'
import { createQueue } from '../../../lib/queue.ts'
import { memoryOfGroup } from './browser/process-memory.ts'
import type { Trial } from './browser/supervisor.ts'
import { createDocuments } from './documents/documents.ts'
import { createLookKeeper } from './looks.ts'
import { createPdfPrinter } from './pdf-printer.ts'
import {
  findBrowsers,
  findPageProcesses,
  givenContent,
  givenOptions,
  quiet,
  readPdf,
  requireBrowser,
} from './test-support.ts'
import { DocumentTooHeavy, LookUnprintable, type PdfPrinter } from './types.ts'

vi.setConfig({ testTimeout: 120_000 })

const probing = createPdfPrinter(givenOptions())
const available = await requireBrowser(probing)
await probing.close()

let printer: PdfPrinter
beforeEach(() => {
  printer = createPdfPrinter(givenOptions())
})
afterEach(() => printer.close())

function brandingWith(logo: string): Branding {
  const url = `data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}`
  return { ...defaultBranding, logo: url }
}

/** Returns less than 2 kB that would be drawn 10¹² times, each level ten times the one below. */
function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const below = `<use href="#l${level}" x="${level}"/>`.repeat(10)
    return `<g id="l${level + 1}">${below}</g>`
  })
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><defs>' +
    '<path id="l0" d="M0 0h9v9z"/>' +
    `${levels.join('')}</defs><use href="#l12"/></svg>`
  )
}

/** Kills a large page, like a system without memory. */
async function killIfLarge(page: number): Promise<void> {
  const [, pages] = (await readFile(`/proc/${page}/statm`, 'utf8')).split(' ')
  if (Number(pages) * 4096 > 320_000_000) process.kill(page, 'SIGKILL')
}

/** Draws two thousand noises, each as a picture of its own. */
const noises =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><filter id="f" x="0" y="0" ' +
  'width="1" height="1"><feTurbulence baseFrequency=".9" numOctaves="999"/></filter>' +
  '<rect width="60" height="20" filter="url(#f)"/>'.repeat(2_000) +
  '</svg>'

test.skipIf(!available || process.platform !== 'linux').each([
  ['shapes within shapes', bomb()],
  ['filters on filters', noises],
])(
  'a logo of %s loses its own certificates only, within bounded memory, and is set aside',
  async (_, logo) => {
    await printer.printCertificate(givenContent())
    const bad = brandingWith(logo)
    let most = 0
    const watch = setInterval(async () => {
      const sizes = await Promise.all(findBrowsers().map(memoryOfGroup))
      most = Math.max(most, ...sizes)
    }, 50)

    const lost = Promise.allSettled(
      [1, 2, 3].map(() => printer.printCertificate(givenContent({ branding: bad }))),
    )
    const others = Array.from({ length: 20 }, async (_, index) => {
      const pdf = await printer.printCertificate(givenContent({ learnerName: `Other ${index}.` }))
      return (await readPdf(pdf)).text
    })

    const printed = await Promise.all(others)
    expect(printed.every((text, index) => text.includes(`Other${index}.`))).toBe(true)
    const outcomes = await lost
    clearInterval(watch)
    const reasons = outcomes.map((one) => (one.status === 'rejected' ? one.reason : 'printed'))
    expect(reasons.map(String)).toEqual(Array(3).fill(expect.stringMatching(/^LookUnprintable: /)))
    expect(most).toBeLessThan(2_000_000_000)

    await expect(printer.printCertificate(givenContent({ branding: bad }))).rejects.toThrow(
      LookUnprintable,
    )
  },
)

test.skipIf(!available || process.platform !== 'linux')(
  'a logo that crashes its page is set aside too: memory may end before any bound of ours',
  { timeout: 300_000 },
  async () => {
    await printer.close()
    // Keeps our bounds from ending it first, however slowly a busy machine lets it grow.
    const limits = { documentMegabytes: 100_000, printMs: 30_000 }
    printer = createPdfPrinter(givenOptions({ limits }))
    const bad = brandingWith(bomb())
    // Each look reads about every process there is: more of them leave the page little to draw with.
    const outOfMemory = setInterval(
      () => Promise.allSettled(findBrowsers().flatMap(findPageProcesses).map(killIfLarge)),
      100,
    )

    const fault = await printer.tryLook(bad)
    const print = printer.printCertificate(givenContent({ branding: bad }))

    await expect(print).rejects.toThrow(LookUnprintable)
    expect(fault).toBe('crashed its browser')
    expect((await printer.printCertificate(givenContent())).length).toBeGreaterThan(10_000)
    clearInterval(outOfMemory)
  },
)

test.skipIf(!available || process.platform !== 'linux')(
  'a look whose first browser is killed is tried in the next one',
  async () => {
    await printer.status()
    const others = findBrowsers()
    const first = vi.waitFor(() => {
      const [found] = findBrowsers().filter((leader) => !others.includes(leader))
      if (found === undefined) throw new Error('no browser was started')
      process.kill(-found, 'SIGKILL')
    })

    expect(await printer.tryLook(brandingWith(drawn('#123456')))).toBeUndefined()
    await first
  },
)

interface Attempts {
  print: number
  tryAlone: number
}

/** Creates a keeper whose prints fail, and whose trials end with `trial`. */
function failingLooks(trial: Trial): { looks: ReturnType<typeof createLookKeeper>; of: Attempts } {
  const of = { print: 0, tryAlone: 0 }
  const looks = createLookKeeper({
    queue: createQueue({ concurrency: 2 }),
    newLooksAtOnce: 1,
    maxWaiting: 200,
    whenFull: () => new Error('full'),
    print: async () => {
      of.print += 1
      await sleep(10)
      throw new DocumentTooHeavy('took longer than 10 ms')
    },
    tryAlone: async () => {
      of.tryAlone += 1
      await sleep(10)
      return trial
    },
    plain: () => documents.certificate(givenContent()),
    log: quiet,
  })
  return { looks, of }
}

const documents = createDocuments()
const withLogo = () =>
  documents.certificate(givenContent({ branding: brandingWith(drawn('#123456')) }))

test('a bad look that twenty print at once is printed once, and tried once', async () => {
  const { looks, of } = failingLooks({ fault: 'took longer than 20 ms' })
  const printed = await withLogo()

  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => looks.print(printed, { interactive: true })),
  )

  expect(outcomes.map((one) => one.status === 'rejected' && one.reason.name)).toEqual(
    Array(20).fill('LookUnprintable'),
  )
  expect(of).toEqual({ print: 1, tryAlone: 1 })
})

test('a look without pictures is never set aside, however busy the machine is', async () => {
  const { looks, of } = failingLooks({ fault: 'took longer than 20 ms' })
  const printed = await documents.certificate(givenContent())
  const print = () => looks.print(printed, { interactive: true })

  await expect(print()).rejects.toThrow(DocumentTooHeavy)
  await expect(print()).rejects.toThrow(DocumentTooHeavy)
  expect(of).toEqual({ print: 2, tryAlone: 2 })
})

const drawn = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 2"><path fill="${fill}" d="M1 0h4v2z"/></svg>`

test.skipIf(!available).each([
  ['a visible logo', drawn('#123456'), undefined],
  ['a white logo', drawn('#fff'), 'the picture "logo" cannot be read, or cannot be seen'],
  ['a broken logo', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>', 'the picture "logo"'],
  ['a logo that never ends', bomb(), 'took '],
])('a look is tried before it is used: %s', async (_, logo, fault) => {
  const found = await printer.tryLook(brandingWith(logo))

  expect(found).toEqual(fault === undefined ? undefined : expect.stringContaining(fault))
})
