import { storage } from '../base/storage.ts'

/** The service worker answers from it, by path: addresses change, the files do not. */
const cacheName = 'media-kept'

const markKey = 'academy.keepsCourses'
export const hasKeptCourses = () => storage.get(markKey) !== null
export function markKept(isAny: boolean): void {
  if (isAny) storage.set(markKey, 'yes')
  else storage.remove(markKey)
}

export const mayKeepMedia = 'caches' in window && 'serviceWorker' in navigator

/** Whether it is a file of this school at this address, which the service worker can answer. */
export function isOwnFile(url: string): boolean {
  const { origin, pathname } = new URL(url, location.href)
  return origin === location.origin && pathname.startsWith('/media/')
}

export const pathOf = (url: string) => new URL(url, location.href).pathname

/** @throws QuotaExceededError, or what the network says */
export async function keepFile(url: string): Promise<void> {
  const cache = await caches.open(cacheName)
  if ((await cache.match(pathOf(url))) !== undefined) return
  const answer = await fetch(url)
  if (answer.status !== 200) throw new Error(`The file was answered with ${answer.status}.`)
  await cache.put(pathOf(url), answer)
}

/** Removes all but these. */
export async function keepOnly(paths: ReadonlySet<string>): Promise<void> {
  if (!mayKeepMedia || !(await caches.has(cacheName))) return
  const cache = await caches.open(cacheName)
  for (const request of await cache.keys())
    if (!paths.has(pathOf(request.url))) await cache.delete(request)
}

export async function forgetMedia(): Promise<void> {
  markKept(false)
  if (mayKeepMedia) await caches.delete(cacheName).catch(() => false)
}
