import type { CourseFiles } from '../../course-folder/course-files.ts'
import { quote } from '../../course-folder/course-folder-error.ts'
import type { Notes } from '../notes.ts'
import type { Book, OldKey, PreviousCourse } from '../types.ts'
import { followRenames } from './git-renames.ts'
import { readKeysYaml } from './keys-yaml.ts'
import { followRedirects } from './redirects.ts'

const maxFormerKeys = 100

interface Context {
  /** Of the folder in which keys.yaml may lie. */
  files: CourseFiles
  previous: PreviousCourse | undefined
  notes: Notes
}

/**
 * The keys that each lesson had before: by the author's redirects, then by keys.yaml, then by the
 * renames in the repository's history. The first that names an old key decides; a key that is still
 * that of a lesson is never given away.
 */
export async function findFormerKeys(
  { base, redirects = [] }: Pick<Book, 'base' | 'redirects'>,
  current: ReadonlySet<string>,
  { files, previous, notes }: Context,
): Promise<Map<string, string[]>> {
  const lessonOf = new Map<string, string>()
  for (const { from, to } of followRedirects(redirects, current, notes)) {
    if (!current.has(from) && !lessonOf.has(from)) lessonOf.set(from, to)
  }
  for (const { from, to, mention } of await readKeysYaml(files, current, notes)) {
    const other = lessonOf.get(from)
    if (other === undefined) lessonOf.set(from, to)
    else if (other !== to) {
      const message = `the redirects say that ${quote(from)} is ${quote(other)}: they count`
      notes.warnings.push({ ...mention, message })
    }
  }
  if (previous !== undefined)
    for (const { from, to } of followRenames(previous, current, base))
      if (!lessonOf.has(from)) lessonOf.set(from, to)

  if (previous === undefined) return bounded(lessonOf, previous)
  const { formerKeys } = previous
  return bounded(
    withoutOthers(
      withEarlierKeys(withLaterKeys(lessonOf, formerKeys, current), formerKeys, current),
      current,
      { previous, notes },
    ),
    previous,
  )
}

/** An author who says what the first of several names is now says it of the later ones as well. */
function withLaterKeys(
  lessonOf: ReadonlyMap<string, string>,
  formerKeys: readonly OldKey[],
  current: ReadonlySet<string>,
): Map<string, string> {
  const later = formerKeys.flatMap(({ key, formerKey, wasJoined = false }) => {
    const to = lessonOf.get(formerKey)
    const isFree = !wasJoined && !current.has(key) && !lessonOf.has(key)
    return to === undefined || !isFree ? [] : [[key, to] as const]
  })
  return new Map([...later, ...lessonOf])
}

/** An author who says what the last of several names is now says it of the earlier ones as well. */
function withEarlierKeys(
  lessonOf: ReadonlyMap<string, string>,
  formerKeys: readonly OldKey[],
  current: ReadonlySet<string>,
): Map<string, string> {
  const all = new Map(lessonOf)
  const isNew = ({ key, formerKey, wasJoined = false }: OldKey) =>
    !wasJoined && all.has(key) && !all.has(formerKey) && !current.has(formerKey)
  for (let found = formerKeys.filter(isNew); found.length > 0; found = formerKeys.filter(isNew))
    for (const { key, formerKey } of found) all.set(formerKey, all.get(key) ?? '')
  return all
}

/** Old keys that learners know as those of another lesson stay with that one. */
function withoutOthers(
  lessonOf: ReadonlyMap<string, string>,
  current: ReadonlySet<string>,
  { previous, notes }: { previous: PreviousCourse; notes: Notes },
): Map<string, string> {
  const owners = Map.groupBy(previous.formerKeys, ({ formerKey }) => formerKey)
  return new Map(
    [...lessonOf].filter(([from, to]) => {
      const other = owners
        .get(from)
        ?.find(
          ({ key, wasJoined = false }) =>
            key !== to &&
            key !== from &&
            lessonOf.get(key) !== to &&
            (!wasJoined || current.has(key)),
        )
      if (other !== undefined)
        notes.warnings.push({
          file: quote(from),
          line: 0,
          message:
            `this was the key of the lesson ${quote(other.key)} in an earlier version: ` +
            `it does not become ${quote(to)}`,
        })
      return other === undefined
    }),
  )
}

/** Those of published lessons first: the progress of learners is kept by them. */
function bounded(
  lessonOf: ReadonlyMap<string, string>,
  previous: PreviousCourse | undefined,
): Map<string, string[]> {
  const published = new Set(previous?.lessons.map(({ key }) => key))
  const claims = Map.groupBy(lessonOf, ([, to]) => to)
  return new Map(
    [...claims].map(([to, pairs]) => {
      const keys = pairs.map(([from]) => from).sort()
      const [first, others] = [
        keys.filter((key) => published.has(key)),
        keys.filter((key) => !published.has(key)),
      ]
      return [to, [...first, ...others].slice(0, maxFormerKeys)]
    }),
  )
}
