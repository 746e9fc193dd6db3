import { existsSync } from 'node:fs'
import { test as always, expect } from 'vitest'
import { academyFolder } from '../../config/academy-settings.ts'
import { readConfig } from '../../config/config.ts'
import { forAllTests, startApi } from '../../test/api.ts'

const test = always.skipIf(!existsSync(academyFolder))
const academy = existsSync(academyFolder)
const { brand } = readConfig({ NODE_ENV: 'test', SCHOOL_NAME: 'Knots & <Sons>' })
const publicOperations = ['courses.get' as const]
const harbor = 'https://school.example.org/harbor.jpg'
const title = 'Sail "</title><script>alert(1)</script>'
const words = {
  en: { title, lead: 'For all who love the sea.' },
  de: { lead: 'Für alle am Meer.' },
}
const frontPage = { words, picture: harbor }
const [open, closed] = await Promise.all([
  forAllTests(startApi({ config: { academy, brand, publicOperations } })),
  forAllTests(startApi({ config: { academy, brand, frontPage } })),
])
await Promise.all([open.deps.academy?.prepare(), closed.deps.academy?.prepare()])

const pageAt = (api: typeof open, path: string, headers: Record<string, string> = {}) =>
  api.request(`GET ${path}`, { headers: { accept: 'text/html', ...headers } })
const summary = 'What there is to know about something.'
const contentOf = (text: string, name: string) =>
  text.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1]

test('a shared link shows the course: title, summary, picture, and data for search engines', async () => {
  const course = await open.given.course({ slug: 'knots', title: 'Knots' })

  const { status, text } = await pageAt(open, '/course/knots')

  expect(status).toBe(200)
  expect(text).toContain('<title>Knots · Knots &#38; &#60;Sons&#62;</title>')
  expect(contentOf(text, 'description')).toBe(summary)
  expect(contentOf(text, 'og:title')).toBe('Knots')
  expect(text).toContain('<link rel="canonical" href="http://lyceum.test/course/knots">')
  expect((await pageAt(open, `/course/${course.id}`)).text).toContain(
    'href="http://lyceum.test/course/knots"',
  )
  const [, json = ''] = text.match(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? []
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'Course',
    name: 'Knots',
    provider: { name: 'Knots & <Sons>' },
    offers: { '@type': 'Offer' },
  })
  // Paints the course before any script is there, and leaves its app the same place.
  expect(text).toMatch(/<div id="root"><div class="shell">.*<h1[^>]*>Knots<\/h1>.*What there is/s)
})

test('a hostile title is text everywhere, and leads no writing direction astray', async () => {
  const hostile = `</script><script>alert("1")</script>'\u202Egpj.exe`
  await open.given.course({ slug: 'hostile', title: hostile })

  const { text } = await pageAt(open, '/course/hostile')

  expect(text.match(/<script/g)?.length).toBe(text.match(/<script [^>]*(?:src=|ld\+json)/g)?.length)
  expect(text).not.toMatch(/<img[^>]*onerror|\u202E/)
  const [, json = ''] = text.match(/ld\+json">(.*?)<\/script>/s) ?? []
  expect(JSON.parse(json).name).toBe(hostile.replace('\u202E', ''))
})

test('a closed catalogue answers the same for a course and for none', async () => {
  await closed.given.course({ slug: 'secret', title: 'Secret' })
  const answers = await Promise.all(
    ['/course/secret', '/course/nothing'].map((path) => pageAt(closed, path)),
  )

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.text).toContain('<meta name="robots" content="noindex">')
  expect((await pageAt(closed, '/course/secret/cover')).status).toBe(404)
  const map = (await closed.request('GET /sitemap.xml')).text
  expect(map.match(/<loc>.*?<\/loc>/g)).toEqual(['<loc>http://lyceum.test/</loc>'])
})

test('an open one says of a course that is not there, with status 404', async () => {
  for (const path of ['/course/nothing', '/course/..%2f', `/course/${'x'.repeat(200)}`]) {
    const { status, headers } = await pageAt(open, path)
    expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store'])
  }
  await open.given.course({ slug: 'listed' })
  expect((await open.request('GET /sitemap.xml')).text).toContain('/course/listed</loc>')
  expect((await open.request('GET /robots.txt')).text).toContain('/sitemap.xml')
})

test('its words are in the language of the reader, or of the address', async () => {
  const german = await pageAt(open, '/', { 'accept-language': 'de-AT, en;q=0.5' })
  expect(german.text).toMatch(/<html lang="de" dir="ltr">.*Kurse von Knots/s)
  expect(String(german.headers.vary)).toContain('accept-language')
  const { text } = await pageAt(open, '/?lang=ar', { 'accept-language': 'de' })
  expect(text).toContain('<html lang="ar" dir="rtl">')
  expect((await pageAt(open, '/?lang=de&lang=en')).text).toContain('<html lang="en"')
})

test('the first page is shared in the words of the school, which are text', async () => {
  const { text } = await pageAt(closed, '/')
  expect(text).toContain('<title>Sail &#34;&#60;/title&#62;&#60;script&#62;alert(1)')
  expect(text).not.toContain('<script>alert')
  expect(contentOf(text, 'og:description')).toBe('For all who love the sea.')
  expect(contentOf(text, 'og:image')).toBe(harbor)
  const german = await pageAt(closed, '/', { 'accept-language': 'de-AT' })
  expect(contentOf(german.text, 'description')).toBe('Für alle am Meer.')
})

test('a browser at the API’s address without /api comes to the page, a program to the error', async () => {
  const { status, headers } = await pageAt(open, '/courses/knots')
  expect([status, headers.location]).toEqual([302, '/course/knots'])
  expect((await open.request('GET /courses/knots')).body.error).toBe('NotFound')
  expect((await open.request('GET /courses/knots/certificate')).status).toBe(405)
})

test('the school is installed as an app, under its name and with its letter', async () => {
  const { text, headers } = await open.request('GET /app.webmanifest')
  expect(headers['content-type']).toContain('application/manifest+json')
  const { name, icons } = JSON.parse(text)
  expect(name).toBe('Knots & <Sons>')
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['any', 'maskable'])
  for (const { src } of icons)
    expect((await open.request(`GET ${src}`)).text).toMatch(/^<svg .*>K<\/text><\/svg>$/s)
})
