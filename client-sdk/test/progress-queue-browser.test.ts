import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { openBrowser } from '../../checks/support/open-browser.ts'
import { startApi } from '../../server/test/api.ts'
import { lessonOf } from '../../server/test/learning.ts'

// In the browser of CHROMIUM_PATH, or one that is found here: Node.js has no IndexedDB.
const folder = join(import.meta.dirname, '../src')

/** What pages of the test have: the SDK, and a queue for whoever is signed in. */
const entry = `
  import { createLyceum, localStorageTokenStore } from '${folder}/index.ts'
  import { createProgressQueue } from '${folder}/offline.ts'
  const lyceum = createLyceum({ baseUrl: '', retries: 0, tokenStore: localStorageTokenStore() })
  globalThis.lyceum = lyceum
  globalThis.queue = createProgressQueue(lyceum, { delayMilliseconds: 60000 })`

async function bundle(): Promise<string> {
  await using built = await rolldown({
    input: 'entry',
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : null),
        load: (id) => (id === 'entry' ? entry : null),
      },
    ],
  })
  const { output } = await built.generate({ format: 'iife' })
  return output[0].code
}

const pendingOn = (page: Page) => page.evaluate('queue.state.pending')

test('in a browser, what was done offline outlives the page in IndexedDB, and tabs send it once', async () => {
  await using api = await startApi()
  const baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: ['required', 'required'] })
  await api.given.enrollment(learner, course)
  const [one, two] = [lessonOf(course, 0).id, lessonOf(course, 1).id]
  const report = (said: object) => `queue.report(${JSON.stringify(said)})`
  const unpacked = await mkdtemp(join(tmpdir(), 'lyceum-queue-'))
  await using opened = await openBrowser(unpacked)
  const sdk = await bundle()
  const batches: string[] = []
  const openPage = async () => {
    const page = await opened.browser.newPage()
    await page.setBypassCSP(true)
    page.on('request', (request) => {
      if (request.url().includes('progress.batch')) batches.push(request.postData() ?? '')
    })
    await page.goto(`${baseUrl}/verify`)
    await page.addScriptTag({ content: sdk })
    return page
  }

  const page = await openPage()
  const { email, password } = learner
  await page.evaluate(`lyceum.signIn(${JSON.stringify({ email, password })}).then(() => 0)`)
  await page.setOfflineMode(true)
  await page.evaluate(report({ lessonId: one, completed: true, positionSeconds: 7 }))
  await page.evaluate('queue.flush()')
  expect([await pendingOn(page), batches]).toEqual([1, []])
  await page.close()
  batches.length = 0

  const tabs = await Promise.all([openPage(), openPage()])
  for (const tab of tabs) await tab.waitForFunction('queue.state.pending === 0')
  await expect.poll(() => batches.length).toBe(1)
  const progress = () => api.as(learner).progress.get.query({ courseId: course.id })
  await expect.poll(async () => (await progress()).completedLessons).toBe(1)
  expect((await progress()).items[0]).toMatchObject({ percent: 100, positionSeconds: 7 })

  const [tab] = tabs
  await tab.evaluate(report({ lessonId: two, percent: 30 }))
  await tab.goto('about:blank')
  await expect.poll(async () => (await progress()).items[1]?.percent).toBe(30)
  await rm(unpacked, { recursive: true, force: true })
})
