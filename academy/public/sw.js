// Keeps the app itself for when there is no network: one page, and the scripts and styles that were
// used. What the server answers is none of its business: src/offline keeps that for its reader.
const shell = 'shell'
const assets = 'assets'
/** Those of the page before: tabs that show it still may need them. */
const assetsBefore = 'assets-before'
/** Files of courses that the reader keeps: src/offline puts them there, and takes them out. */
const mediaKept = 'media-kept'
// The same for every asker, whatever `Vary` says.
const anyone = { ignoreVary: true }
const ofServer =
  /^\/(?:api|trpc|media|certificates|verify|dev|sandbox|docs|openapi|checkout\/return)/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
// The page that registers it tells what it had loaded before.
self.addEventListener('message', (event) => event.waitUntil(keepLoaded(event.data, event)))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request, event))
  else if (pathname.startsWith('/media/')) event.respondWith(media(event.request))
  else if (mode === 'navigate' && !ofServer.test(pathname)) event.respondWith(page(event))
})

/** The newest page there is. */
async function page(event) {
  let answer
  try {
    answer = await fetch(event.request)
  } catch {
    return (await found(shell, '/')) ?? Response.error()
  }
  const copy = answer.clone()
  event.waitUntil(tried(() => keepPage(copy)))
  return answer
}

/** What the reader keeps of a course, whatever the network; its name says what is in it. */
async function media(request) {
  const { pathname } = new URL(request.url)
  const kept = await tried(() => caches.match(pathname, { ...anyone, cacheName: mediaKept }))
  if (kept === undefined) return fetch(request)
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (from === undefined) return kept
  const whole = await kept.blob()
  const [start, end] = [Number(from), Math.min(Number(to || Infinity), whole.size - 1)]
  if (start > end) return new Response(null, { status: 416 })
  return new Response(whole.slice(start, end + 1, whole.type), {
    status: 206,
    headers: {
      'accept-ranges': 'bytes',
      'content-range': `bytes ${start}-${end}/${whole.size}`,
      'content-type': kept.headers.get('content-type') ?? whole.type,
    },
  })
}

/** Its name changes with what is in it: what is there stays right. */
async function asset(request, event) {
  const kept = await found(assets, request)
  if (kept !== undefined) return kept
  const answer = (await found(assetsBefore, request)) ?? (await fetch(request))
  // A server that answers with the page instead does not have it any more.
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (answer.ok && !isPage) keep(assets, request, answer, event)
  return answer
}

/**
 * Keeps the first page for all: others name what they are about. With other scripts than before, the
 * assets of the page before the last are forgotten.
 */
async function keepPage(answer) {
  const text = await answer.clone().text()
  if (!answer.ok || !text.includes('id="root"')) return
  const before = await (await found(shell, '/'))?.text()
  const isOther = before !== undefined && assetsIn(before) !== assetsIn(text)
  const isFirst = new URL(answer.url).pathname === '/'
  if (!isFirst && before !== undefined && !isOther) return
  const first = isFirst ? answer : await fetch('/', { headers: { accept: 'text/html' } })
  if (!first.ok) return
  if (isOther) await age()
  await (await caches.open(shell)).put('/', first)
}

function assetsIn(text) {
  return text.match(/\/assets\/[^"]+/g)?.join()
}

async function age() {
  await caches.delete(assetsBefore)
  const [now, before] = [await caches.open(assets), await caches.open(assetsBefore)]
  for (const request of await now.keys()) {
    const answer = await now.match(request, anyone)
    await tried(() => before.put(request, answer))
    await now.delete(request, anyone)
  }
}

async function keepLoaded(urls, event) {
  const paths = urls
    .map((url) => new URL(url))
    .filter(({ origin }) => origin === self.location.origin)
  const wanted = paths.filter(({ pathname }) => pathname.startsWith('/assets/'))
  await tried(async () => keepPage(await fetch('/', { headers: { accept: 'text/html' } })))
  await Promise.all(wanted.map((url) => tried(() => asset(new Request(url), event))))
}

async function found(name, request) {
  return tried(async () => (await caches.open(name)).match(request, anyone))
}

/** No answer waits for this, or fails with it, such as where the disk is full. */
function keep(name, request, answer, event) {
  const copy = answer.clone()
  event.waitUntil(tried(async () => (await caches.open(name)).put(request, copy)))
}

async function tried(use) {
  try {
    return await use()
  } catch {
    return undefined
  }
}
