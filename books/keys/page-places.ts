import { keyOfPath } from '../reading/page-key.ts'
import type { Page, PreviousCourse } from '../reading/types.ts'

/** Keys and their paths, now and as published. */
export interface PagePlaces {
  /** The keys of the pages. */
  current: ReadonlySet<string>
  keyAt(path: string): string | undefined
  /** Returns former keys of the page at a path: of lessons that were there, or that it makes. */
  oldKeysAt(path: string): string[]
  /** Whether the page of a published key is gone, even if another one has taken its key. */
  isGone(publishedKey: string): boolean
  /** Returns the author's name for a page's key: without the number that it was given. */
  nameOf(key: string): string
  /** Returns the key of a page by its name, or by the key itself. */
  keyNamed(name: string): string | undefined
}

export function placePages(
  keys: ReadonlyMap<Page, string>,
  natural: ReadonlyMap<Page, string>,
  previous: PreviousCourse | undefined,
): PagePlaces {
  const byPath = new Map([...keys].map(([page, key]) => [page.path, key]))
  const byNaturalKey = new Map([...natural].map(([page, key]) => [key, keys.get(page)]))
  const names = new Map([...natural].map(([page, name]) => [keys.get(page), name]))
  const current = new Set(keys.values())
  const published = new Map(previous?.lessons.map((lesson) => [lesson.key, lesson]))
  const pages = [...(previous?.pages ?? []), ...(previous?.lessons ?? [])]
  const keysAt = new Map(pages.flatMap(({ key, page }) => (page == null ? [] : [[page, key]])))
  const placed = new Set(keysAt.values())

  return {
    current,
    keyAt: (path) => pathsOf(path).flatMap((it) => byPath.get(it) ?? [])[0],
    oldKeysAt(path) {
      const paths = pathsOf(path)
      const known = paths.flatMap((it) => keysAt.get(it) ?? [])
      if (known.length > 0) return known
      return paths.map(keyOfPath).filter((key) => key !== '' && !placed.has(key))
    },
    isGone(key) {
      const page = published.get(key)?.page
      return page != null && !byPath.has(page)
    },
    nameOf: (key) => names.get(key) ?? key,
    keyNamed: (name) => byNaturalKey.get(name) ?? (current.has(name) ? name : undefined),
  }
}

/** Lists the paths of an address: a folder's page is `index` there, and README in most books. */
function pathsOf(address: string): string[] {
  const path = bare(address)
  const folder = /^(.*\/)?index$/iu.exec(path)
  return folder === null ? [path] : [`${folder[1] ?? ''}README`, path]
}

/** Turns an address within the book into a path from its root, naming a folder's page. */
export function bare(address: string): string {
  const name = address.replace(/^\/+/u, '')
  return name === '' || name.endsWith('/') ? `${name}index` : name
}
