import { LessonKey } from '../../lib/fields/field-schemas.ts'
import { quote } from '../reading/course-folder-error.ts'
import type { Notes } from '../reading/notes.ts'
import { keyOfPath } from '../reading/page-key.ts'
import type { Page, PreviousCourse } from '../reading/types.ts'
import type { PagePlaces } from './page-places.ts'

/** The limit of LessonKey, in characters. */
const longestKey = 200

/** Makes the keys of pages; a page that makes none, or another page's, is a mistake. */
export function assignKeys(pages: readonly Page[], notes: Notes): Map<Page, string> {
  const keys = new Map<Page, string>()
  const owners = new Map<string, Page>()
  for (const page of pages) {
    const { data: key } = LessonKey.safeParse(page.key ?? keyOfPath(page.path))
    const refuse = (message: string) => notes.add({ ...page.mention, message })
    if (key === undefined) {
      refuse(`no key can be made of ${quote(page.path)}: rename the file, at most 200 characters`)
      continue
    }
    const owner = owners.get(key)
    if (owner === undefined) {
      owners.set(key, page)
      keys.set(page, key)
    } else if (owner.file === page.file)
      refuse(`${quote(page.path)} is a page of this book already: name it once`)
    else
      refuse(
        `${quote(page.path)} and ${quote(owner.path)} make the same key ${quote(key)}: ` +
          'rename one of the files',
      )
  }
  return keys
}

/** The keys of pages, given what is published. */
export interface GivenKeys {
  keys: Map<Page, string>
  /** The pages published at the same path, which keep the keys of their lessons. */
  kept: ReadonlySet<Page>
}

/**
 * Gives a page published at the same path the key of its lesson, whatever it makes; and a new page
 * a number if another page has, or had, the key that it makes.
 */
export function besidePublished(
  natural: ReadonlyMap<Page, string>,
  { lessons, formerKeys }: PreviousCourse,
): GivenKeys {
  const published = new Map(lessons.map(({ key, page }) => [page, key]))
  const kept = new Map(
    [...natural.keys()].flatMap((page) => {
      const key = page.key === undefined ? published.get(page.path) : undefined
      return key === undefined ? [] : [[page, key] as const]
    }),
  )
  const known = lessons.flatMap(({ key, page }) => (page == null ? [] : [key]))
  const taken = new Set([...known, ...formerKeys.map(({ formerKey }) => formerKey)])
  const used = new Set([...taken, ...natural.values(), ...kept.values()])
  const keys = new Map(
    [...natural].map(([page, key]) => {
      const own = kept.get(page)
      if (own !== undefined) return [page, own]
      if (page.key !== undefined || !taken.has(key)) return [page, key]
      let number = 2
      while (used.has(withNumber(key, number))) number += 1
      const numbered = withNumber(key, number)
      used.add(numbered)
      return [page, numbered]
    }),
  )
  return { keys, kept: new Set(kept.keys()) }
}

function withNumber(key: string, number: number): string {
  const end = `-${number}`
  return `${key.slice(0, longestKey - end.length).replace(/-$/u, '')}${end}`
}

/** Removes the number from pages if no other lesson lives on with the key that they make. */
export function withoutNeedlessNumbers(
  { keys, kept }: GivenKeys,
  natural: ReadonlyMap<Page, string>,
  {
    lessonOf,
    places,
    previous: { formerKeys },
  }: {
    /** The current lesson of each old key. */
    lessonOf: ReadonlyMap<string, string>
    places: PagePlaces
    previous: PreviousCourse
  },
): Map<Page, string> {
  const owners = Map.groupBy(formerKeys, ({ formerKey }) => formerKey)
  const cameFromElsewhere = new Set(lessonOf.values())

  /** Returns the current lesson of this book for a lesson's key. */
  function lessonNow(key: string, seen = new Set<string>()): string | undefined {
    const now = lessonOf.get(key) ?? (places.current.has(key) ? key : undefined)
    if (now !== undefined || seen.has(key)) return now
    seen.add(key)
    const later = owners.get(key) ?? []
    return later.map((it) => lessonNow(it.key, seen)).find((it) => it !== undefined)
  }

  function isFree({ path }: Page, key: string, given: string): boolean {
    const now = lessonOf.get(key)
    if (now !== undefined) return now === given
    if (places.current.has(key)) return false
    // Gives a page that was joined with another, and comes back, its key again.
    const isFromElsewhere = cameFromElsewhere.has(given)
    const comesBack = !isFromElsewhere && places.oldKeysAt(path).includes(key)
    const holders = (owners.get(key) ?? []).filter((it) => !(comesBack && it.wasJoined))
    const others = holders.map((it) => lessonNow(it.key)).filter((it) => it !== given)
    if (others.some((it) => it !== undefined)) return false
    return !(places.isGone(key) && isFromElsewhere)
  }

  return new Map(
    [...keys].map(([page, given]) => {
      const key = natural.get(page) ?? given
      return [page, kept.has(page) || key === given || !isFree(page, key, given) ? given : key]
    }),
  )
}
