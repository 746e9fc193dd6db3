import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from '@playwright/test'
import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, settle, test } from './support/test.ts'

/** A laptop some years old on a slow connection, as Lighthouse defines it for desktops. */
const laptop = {
  cpuRate: 4,
  network: {
    offline: false,
    latency: 40,
    downloadThroughput: 1_280_000,
    uploadThroughput: 640_000,
  },
}
const budget = { scriptBytes: 150_000, lcpMilliseconds: 1_500, cls: 0.05, inpMilliseconds: 200 }

test.describe.configure({ mode: 'serial' })

/** Allows 56 kB more for the Markdown reader and sanitizer, which load after the page is up. */
const ofTexts = { scriptBytes: 215_000, lcpMilliseconds: 2_500 }

for (const [name, { path, ...own }] of Object.entries({
  catalogue: { path: '/', scriptBytes: 140_000 },
  course: { path: '/course/first-hour-with-the-api' },
  lesson: { path: '/course/first-hour-with-the-api/lesson/01-what-you-will-build', ...ofTexts },
})) {
  test(`the first load of the ${name} is small and fast on a slow laptop`, async ({ page }) => {
    const learner = await newLearner()
    await openAs(page, learner, '/robots.txt')
    const session = await page.context().newCDPSession(page)
    const { bytes } = await countScripts(session, async () => {
      await slowDown(session)
      await page.goto(path)
      await settle(page)
    })
    const { lcp, cls } = await vitalsOf(page)
    const inp = await slowestInteraction(page)

    console.log(
      `${name}: ${bytes} bytes of scripts, LCP ${lcp} ms, CLS ${cls}, interaction ${inp} ms`,
    )
    const { scriptBytes, lcpMilliseconds } = { ...budget, ...own }
    expect(bytes).toBeLessThanOrEqual(scriptBytes)
    expect(lcp).toBeLessThanOrEqual(lcpMilliseconds)
    expect(cls).toBeLessThanOrEqual(budget.cls)
    expect(inp).toBeLessThanOrEqual(budget.inpMilliseconds)
  })
}

for (const [path, mostBytes] of Object.entries({ '/studio': 250_000, '/desk': 200_000 }))
  test(`the first load of ${path} is small, without the editor`, async ({ page }) => {
    await openAs(page, await administrator(), '/robots.txt')
    const session = await page.context().newCDPSession(page)
    const { bytes, urls } = await countScripts(session, async () => {
      await page.goto(path)
      await settle(page)
    })

    console.log(`${path}: ${bytes} bytes of scripts`)
    expect(bytes).toBeLessThanOrEqual(mostBytes)
    expect(urls.filter((url) => url.includes('editor'))).toEqual([])
  })

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: laptop.cpuRate })
  await session.send('Network.emulateNetworkConditions', laptop.network)
}

/** Counts the size of scripts as gzip, whatever the server chose. */
async function countScripts(session: CDPSession, load: () => Promise<void>) {
  const scripts = new Map<string, string>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || response.mimeType === 'text/javascript')
      scripts.set(response.url, requestId)
  })
  await load()
  let bytes = 0
  for (const requestId of scripts.values()) {
    const { body } = await session.send('Network.getResponseBody', { requestId })
    bytes += gzipSync(body).length
  }
  return { bytes, urls: [...scripts.keys()] }
}

async function vitalsOf(page: Page): Promise<{ lcp: number; cls: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let [lcp, cls] = [0, 0]
        new PerformanceObserver((list) => {
          lcp = Math.round(list.getEntries().at(-1)?.startTime ?? 0)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) cls += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve({ lcp, cls: Math.round(cls * 1000) / 1000 }), 300)
      }),
  )
}

/** Returns the slowest time from a key or click to the next frame. */
async function slowestInteraction(page: Page): Promise<number> {
  await page.evaluate(() => {
    const slowest = { milliseconds: 0 }
    Object.assign(window, { slowest })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        slowest.milliseconds = Math.max(slowest.milliseconds, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await page.getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await settle(page)
  return page.evaluate(() =>
    Math.round((window as unknown as { slowest: { milliseconds: number } }).slowest.milliseconds),
  )
}
