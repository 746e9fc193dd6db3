import { quote } from '../../course-folder/course-folder-error.ts'
import { LessonKey } from '../../course-folder/field-schemas.ts'
import type { Notes } from '../notes.ts'
import type { OldKey, Page } from '../types.ts'
import { keyOfPath } from './page-key.ts'

/** The keys of the pages; what makes none, or that of another page, is a mistake. */
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

/**
 * The keys with others for pages that have come to the place of a page that moved away earlier: its
 * key belongs to that lesson for ever, so the new page has one with a number.
 */
export function withoutOldKeys(
  keys: ReadonlyMap<Page, string>,
  formerKeys: readonly OldKey[],
  lessonOf: ReadonlyMap<string, string>,
): Map<Page, string> {
  const current = new Set(keys.values())
  const lasting = formerKeys.filter(({ wasJoined = false }) => !wasJoined)
  const owners = Map.groupBy(lasting, ({ formerKey }) => formerKey)
  return new Map(
    [...keys].map(([page, key]) => {
      const isOld = owners.get(key)?.some(({ key: owner }) => {
        const now = current.has(owner) ? owner : lessonOf.get(owner)
        return now !== undefined && now !== key
      })
      if (!isOld) return [page, key]
      let number = 2
      while (current.has(`${key}-${number}`) || owners.has(`${key}-${number}`)) number += 1
      return [page, `${key}-${number}`]
    }),
  )
}
