import type { CourseFiles } from '../reading/course-files.ts'
import type { Notes } from '../reading/notes.ts'
import type { Book, Page, PreviousCourse } from '../reading/types.ts'
import {
  assignKeys,
  besidePublished,
  type GivenKeys,
  withoutNeedlessNumbers,
} from './assign-keys.ts'
import { findFormerKeys, formerKeysByLesson } from './former-keys.ts'
import { placePages } from './page-places.ts'

export interface FoundKeys {
  keys: ReadonlyMap<Page, string>
  /** Former keys of the lessons, by their current keys. */
  formerKeys: ReadonlyMap<string, readonly string[]>
  /** Returns keys.yaml's name for a lesson: its key without the number that avoided a taken one. */
  nameOf(key: string): string
}

/**
 * Returns each page's key, and its former ones. A page is known by its path: compared with what is
 * published, that tells pages that stayed from those that moved and those that took their places.
 */
export async function findKeys(
  book: Book,
  pages: readonly Page[],
  {
    files,
    previous,
    notes,
  }: {
    /** The files of the folder in which keys.yaml may lie. */
    files: CourseFiles
    previous: PreviousCourse | undefined
    notes: Notes
  },
): Promise<FoundKeys> {
  const natural = assignKeys(pages, notes)
  const given: GivenKeys =
    previous === undefined ? { keys: natural, kept: new Set() } : besidePublished(natural, previous)
  const places = placePages(given.keys, natural, previous)
  const lessonOf = await findFormerKeys(book, places, { files, previous, notes })
  const keys =
    previous === undefined
      ? given.keys
      : withoutNeedlessNumbers(given, natural, { lessonOf, places, previous })

  const finalKeys = new Map([...given.keys].map(([page, key]) => [key, keys.get(page) ?? key]))
  const names = new Map([...keys].map(([page, key]) => [key, natural.get(page)]))
  return {
    keys,
    formerKeys: formerKeysByLesson(
      new Map([...lessonOf].map(([from, to]) => [from, finalKeys.get(to) ?? to])),
      previous,
    ),
    nameOf: (key) => names.get(key) ?? key,
  }
}
