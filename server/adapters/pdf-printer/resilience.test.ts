import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openRuntimeFolder } from './browser/runtime-folder.ts'
import {
  type CertificateRenderer,
  createCertificateRenderer,
  RendererBusy,
  type RendererOptions,
  RendererUnavailable,
} from './pdf-printer.ts'
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
} from './test-support.ts'

const probing = createCertificateRenderer(givenOptions())
const available = await requireBrowser(probing)
await probing.close()
const { path: folder } = await openRuntimeFolder(workDir, quiet)

const open: CertificateRenderer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((renderer) => renderer.close()))
})

function startRenderer(options: Partial<RendererOptions> = {}): CertificateRenderer {
  const renderer = createCertificateRenderer(givenOptions(options))
  open.push(renderer)
  return renderer
}

describe.skipIf(!available || process.platform !== 'linux')('the renderer', () => {
  test('starts nothing before it is asked', async () => {
    startRenderer()
    await sleep(50)

    expect(findBrowsers()).toEqual([])
  })

  test('survives that its browser is killed, before a print and during many', async () => {
    const renderer = startRenderer()
    await renderer.render(givenContent())

    killBrowsers('SIGKILL')
    expect(
      (await readPdf(await renderer.render(givenContent({ learnerName: 'Grace Hopper' })))).text,
    ).toContain('GraceHopper')

    const prints = Array.from({ length: 12 }, (_, index) =>
      renderer.render(givenContent({ learnerName: `Learner ${index}.` })),
    )
    await prints[0]
    killBrowsers('SIGKILL')
    const texts = await Promise.all(prints.map(async (print) => (await readPdf(await print)).text))
    expect(texts.every((text, index) => text.includes(`Learner${index}.`))).toBe(true)
  })

  test('survives that its pages crash', async () => {
    const renderer = startRenderer()
    await Promise.all([renderer.render(givenContent()), renderer.render(givenContent())])

    const pages = findBrowsers().flatMap(findPageProcesses)
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) process.kill(page, 'SIGKILL')

    const pdfs = await Promise.all([
      renderer.render(givenContent()),
      renderer.render(givenContent()),
    ])
    expect(pdfs.every((pdf) => pdf.length > 10_000)).toBe(true)
    expect(findBrowsers()).toHaveLength(1)
  })

  test('gives a print up after its deadline, and prints again when the frozen browser is replaced', async () => {
    const renderer = startRenderer({ limits: { jobMs: 1_500 } })
    await renderer.render(givenContent())

    killBrowsers('SIGSTOP')
    await expect(renderer.render(givenContent())).rejects.toThrow('took longer than 1500 ms')

    await expect
      .poll(
        () =>
          renderer.render(givenContent()).then(
            (pdf) => pdf.length,
            () => 0,
          ),
        { timeout: 20_000, interval: 200 },
      )
      .toBeGreaterThan(10_000)
    await expect.poll(findBrowsers, { timeout: 5_000 }).toHaveLength(1)
  })

  test('refuses at once when the line is full, and serves all who are in it', async () => {
    const renderer = startRenderer({ limits: { slots: 1, waiting: 2 } })

    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => renderer.render(givenContent())),
    )

    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(outcomes[4]).toHaveProperty('reason', expect.any(RendererBusy))
  })

  test('replaces its pages after their share of prints', async () => {
    const renderer = startRenderer({ limits: { slots: 1, rendersPerSlot: 2 } })

    for (const number of [1, 2, 3, 4, 5]) {
      expect(
        (await readPdf(await renderer.render(givenContent({ learnerName: `Number ${number}` }))))
          .text,
      ).toContain(`Number${number}`)
    }
  })

  test('lets the browser go when there is no work, and starts it again for the next', async () => {
    const renderer = startRenderer({ limits: { idleMs: 100 } })
    await renderer.render(givenContent())
    expect(findBrowsers()).toHaveLength(1)

    await expect.poll(findBrowsers, { timeout: 5_000 }).toEqual([])
    expect((await renderer.render(givenContent())).length).toBeGreaterThan(10_000)
  })

  test('leaves no process and no profile behind', async () => {
    const renderer = startRenderer()
    await Promise.all([renderer.render(givenContent()), renderer.render(givenContent())])
    expect(findProfiles(folder)).toHaveLength(1)

    await renderer.close()

    expect(findBrowsers()).toEqual([])
    expect(findProfiles(folder)).toEqual([])
    await expect(renderer.render(givenContent())).rejects.toThrow(RendererUnavailable)
    expect(await renderer.status()).toMatchObject({ available: false })
  })

  test('says which browser prints, and how it is shut in', async () => {
    const status = await startRenderer().status()

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
  'with CHROMIUM_PATH=%s nothing else is tried, and the reason is told',
  async (chromiumPath) => {
    const renderer = startRenderer({ chromiumPath })

    await expect(renderer.render(givenContent())).rejects.toThrow(RendererUnavailable)

    const { available, detail } = await renderer.status()
    expect(available).toBe(false)
    expect(detail).toContain(chromiumPath)
    expect(detail).toContain('correct CHROMIUM_PATH')
    expect(detail).not.toContain('@sparticuz')
  },
)

function killBrowsers(signal: 'SIGKILL' | 'SIGSTOP'): void {
  const leaders = findBrowsers()
  expect(leaders).toHaveLength(1)
  for (const leader of leaders) process.kill(-leader, signal)
}
