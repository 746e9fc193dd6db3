// Keeps the app itself for when there is no network: one page, and the scripts and styles that were
// used. What the server answers is none of its business: src/offline keeps that for its reader.
const shell = 'shell'
const assets = 'assets'
// The same for every asker, whatever `Vary` says.
const anyone = { ignoreVary: true }
const ofServer =
  /^\/(?:api|trpc|media|certificates|verify|dev|sandbox|docs|openapi|checkout\/return)/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
// The page that registers it tells what it had loaded before.
self.addEventListener('message', (event) => event.waitUntil(keepLoaded(event.data)))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
  else if (mode === 'navigate' && !ofServer.test(pathname)) event.respondWith(page(event.request))
})

/** The newest page there is. With a new one the scripts of the old one are forgotten. */
async function page(request) {
  const cache = await caches.open(shell)
  try {
    const answer = await fetch(request)
    const text = await answer.clone().text()
    if (!answer.ok || !text.includes('id="root"')) return answer
    const before = await (await cache.match('/', anyone))?.text()
    if (before !== undefined && before !== text) await caches.delete(assets)
    await cache.put('/', answer.clone())
    return answer
  } catch {
    return (await cache.match('/', anyone)) ?? Response.error()
  }
}

/** Its name changes with what is in it: what is there stays right. */
async function asset(request) {
  const cache = await caches.open(assets)
  const kept = await cache.match(request, anyone)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  // A server that answers with the page instead does not have it any more.
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (answer.ok && !isPage) await cache.put(request, answer.clone())
  return answer
}

async function keepLoaded(urls) {
  const paths = urls
    .map((url) => new URL(url))
    .filter(({ origin }) => origin === self.location.origin)
  const wanted = paths.filter(({ pathname }) => pathname.startsWith('/assets/'))
  await page(new Request('/', { headers: { accept: 'text/html' } }))
  await Promise.all(wanted.map((url) => asset(new Request(url))))
}
