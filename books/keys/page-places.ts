import { keyOfPath } from '../reading/page-key.ts'
import type { Page, PreviousCourse } from '../reading/types.ts'

/** Which keys belong to which paths, now and in what is published. */
export interface PagePlaces {
  /** Keys of the pages. */
  current: ReadonlySet<string>
  keyAt(path: string): string | undefined
  /** Keys that a page at a path had before: those of lessons that were there, or that it makes. */
  oldKeysAt(path: string): string[]
  /** Whether the page with a published key is gone, although another may have come to its key. */
  isGone(publishedKey: string): boolean
  /** How the author knows a page by its key: without the number that it has got. */
  nameOf(key: string): string
  /** The key of a page by its name, or by the key itself. */
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

/** A folder's page is `index` in addresses, and README in most books. */
function pathsOf(address: string): string[] {
  const path = bare(address)
  const folder = /^(.*\/)?index$/iu.exec(path)
  return folder === null ? [path] : [`${folder[1] ?? ''}README`, path]
}

/** An address within the book as a path: from the book's root, with the page of a folder named. */
export function bare(address: string): string {
  const name = address.replace(/^\/+/u, '')
  return name === '' || name.endsWith('/') ? `${name}index` : name
}
