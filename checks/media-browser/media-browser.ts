import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HTTPResponse, Page } from 'puppeteer-core'
import { openBrowser } from '../support/open-browser.ts'
import { openDemo } from '../support/place.ts'
import { confirm, report, say } from '../support/say.ts'
import { givenCourse, videoSeconds, youtubeId } from './course.ts'
import { servePage } from './page.ts'

/*
 * Uploads a picture, an SVG, a video and captions through the SDK, and shows them to a learner in a
 * real browser, on a page at a different origin, with the code of docs/frontends.md. The argument is
 * the folder for the screenshot.
 */
const [, , screenshots = join(tmpdir(), 'lyceum-media')] = process.argv

async function visit(page: Page, url: string): Promise<void> {
  const failures: string[] = []
  const media: HTTPResponse[] = []
  page.on('pageerror', (error) => failures.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text())
  })
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/media/')) media.push(response)
  })
  await page.setViewport({ width: 900, height: 900 })
  await page.goto(url)
  await page.waitForSelector('body[data-shown]')
  await page.waitForFunction('[...document.images].every((image) => image.complete)')

  const widths = await evaluate(page, '[...document.images].map((image) => image.naturalWidth)')
  report(widths === '[160,120]', 'widths of the picture and the SVG', widths)
  await page.waitForFunction('document.querySelector("video").readyState >= 2')
  const duration = Number(await evaluate(page, 'document.querySelector("video").duration'))
  report(Math.abs(duration - videoSeconds) < 1, 'seconds of the video', duration.toFixed(1))

  const before = media.length
  const seeked = await evaluate(
    page,
    `new Promise((resolve) => {
      const video = document.querySelector('video')
      video.addEventListener('seeked', () => resolve(video.currentTime), { once: true })
      video.currentTime = 50
    })`,
  )
  report(seeked === '50', 'after a jump to second 50 the video is at', seeked)
  const ranges = media.map((response) => response.request().headers().range ?? '')
  const partial = media.filter((response) => response.status() === 206).length
  report(partial > 0, 'answers with a part of the video', String(partial))
  say('asked for by the jump', ranges.slice(before).join(', ') || 'nothing more')

  const cue = await evaluate(
    page,
    `new Promise((resolve) => {
      const [track] = document.querySelector('video').textTracks
      track.mode = 'showing'
      const look = () => track.cues?.length ? resolve(track.cues[0].text) : setTimeout(look, 50)
      look()
    })`,
  )
  report(cue === '"Take the end in your left hand."', 'the captions say', cue)
  confirm('no script ran', (await page.title()) === 'Lesson')
  const links = await evaluate(page, '[...document.links].map((link) => link.protocol)')
  report(links === '["https:"]', 'links', links)
  report(failures.length === 0, 'failures of the page', failures.join('; ') || 'none')

  const path = join(screenshots, 'lesson.png') as `${string}.png`
  await page.screenshot({ path })
  say('screenshot', path)
}

/** Addresses that ended are replaced, and the player goes on where it was. */
async function renew(page: Page): Promise<void> {
  await evaluate(
    page,
    `{
      const now = Date.now
      Date.now = () => now() + 61_000
      const player = document.querySelector('video')
      for (const element of player.querySelectorAll('source, track')) element.src += 'x'
      player.poster += 'x'
      player.load()
      player.currentTime = 40
    }`,
  )
  await page.waitForFunction('document.querySelector("video").readyState >= 2')
  const state = await evaluate(
    page,
    `(() => {
      const player = document.querySelector('video')
      const urls = [...player.querySelectorAll('source, track')].map(({ src }) => src)
      const ended = [...urls, player.poster].filter((url) => url.endsWith('x')).length
      return [urls.length, ended, player.currentTime, player.paused]
    })()`,
  )
  report(state === '[2,0,40,true]', 'addresses, those that ended, place, whether it waits', state)
  const transcript = await evaluate(page, 'document.querySelector("details").textContent.trim()')
  report(transcript.endsWith('Take the end in your left hand."'), 'the transcript', transcript)
}

/** Answers for YouTube, which need not be there. */
async function visitYoutube(page: Page, url: string): Promise<void> {
  await page.setRequestInterception(true)
  const asked: string[] = []
  page.on('request', async (request) => {
    if (!request.url().startsWith('https://www.youtube')) return request.continue()
    asked.push(`${request.url()} from ${request.headers().referer ?? 'nowhere'}`)
    const body = '<title>Player</title><script>document.title = "plays"</script>'
    return request.respond({ contentType: 'text/html', body })
  })
  await page.goto(url)
  await page.waitForSelector('body[data-shown]')
  const frame = await page.waitForFrame((frame) => frame.url().includes('youtube'))
  await frame.waitForFunction('document.title === "plays"')
  const { origin } = new URL(url)
  const expected = `https://www.youtube-nocookie.com/embed/${youtubeId} from ${origin}/`
  report(asked.join() === expected, 'asked of YouTube', asked.join())
}

async function evaluate(page: Page, expression: string): Promise<string> {
  return JSON.stringify(await page.evaluate(expression))
}

await mkdir(screenshots, { recursive: true })
await using world = await openDemo('media', { MEDIA_STORAGE: 'folder' })
const course = await givenCourse(world.baseUrl, world.folder)
say('video', `${(course.videoBytes / 1e6).toFixed(1)} MB`)
await using served = await servePage(world.folder, { baseUrl: world.baseUrl, ...course })
await using opened = await openBrowser(world.folder)
const page = await opened.browser.newPage()
await visit(page, `${served.url}?${course.keys.own}`)
await renew(page)
await visitYoutube(page, `${served.url}?${course.keys.youtube}`)
