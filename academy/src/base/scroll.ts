import { tabStorage } from './storage.ts'

const storageKey = 'academy.scroll'
const patienceMilliseconds = 5_000
/** The router's name for an entry of the history: it outlives a reload, and tells nothing. */
const entryKey = () => (history.state as { __TSR_key?: string } | null)?.__TSR_key

/** Restores the position after a reload, once the content is there: the router tries too early. */
export function scrollAfterReload(): void {
  const [key, top = 0] = JSON.parse(tabStorage.get(storageKey) ?? '[]') as [string?, number?]
  window.addEventListener('pagehide', () =>
    tabStorage.set(storageKey, JSON.stringify([entryKey(), scrollY])),
  )
  if (key === undefined || key !== entryKey() || top === 0) return

  const growth = new ResizeObserver(() => {
    if (entryKey() === key && document.documentElement.scrollHeight < top + innerHeight) return
    if (entryKey() === key) scrollTo(0, top)
    stop()
  })
  const stop = () => growth.disconnect()
  growth.observe(document.body)
  setTimeout(stop, patienceMilliseconds)
  for (const type of ['wheel', 'touchmove', 'keydown'])
    window.addEventListener(type, stop, { once: true })
}
