import type { CourseFiles } from '../reading/course-files.ts'
import { quote } from '../reading/course-folder-error.ts'
import type { Notes } from '../reading/notes.ts'
import type { Book, OldKey, PreviousCourse } from '../reading/types.ts'
import { followRenames } from './git-renames.ts'
import { readKeysYaml } from './keys-yaml.ts'
import type { PagePlaces } from './page-places.ts'
import { type Claim, followRedirects } from './redirects.ts'

const maxFormerKeys = 100

interface Context {
  /** The files of the folder in which keys.yaml may lie. */
  files: CourseFiles
  previous: PreviousCourse | undefined
  notes: Notes
}

/**
 * Finds the current lesson of each old key: by the author's redirects, then keys.yaml, then the
 * repository's renames. The first source that names an old key decides; a key whose page is still
 * there is never given away. Names a page that moved and kept its key, too.
 */
export async function findFormerKeys(
  { base, redirects = [] }: Pick<Book, 'base' | 'redirects'>,
  places: PagePlaces,
  { files, previous, notes }: Context,
): Promise<Map<string, string>> {
  const claims = new Map<string, Claim>()
  for (const claim of followRedirects(redirects, places, notes))
    if (!claims.has(claim.from)) claims.set(claim.from, claim)
  for (const claim of await readKeysYaml(files, places, notes)) {
    const other = claims.get(claim.from)
    if (other === undefined) claims.set(claim.from, claim)
    else if (other.to !== claim.to) {
      const name = quote(places.nameOf(other.to))
      const message = `the redirects say that ${quote(claim.from)} is ${name}: they count`
      notes.warnings.push({ ...claim.mention, message })
    }
  }
  if (previous !== undefined)
    for (const claim of followRenames(previous, places, base))
      if (!claims.has(claim.from)) claims.set(claim.from, claim)

  const lessonOf = new Map([...claims].map(([from, { to }]) => [from, to]))
  if (previous === undefined) return lessonOf
  const { formerKeys } = previous
  const { current } = places
  const all = withEarlierKeys(withLaterKeys(lessonOf, formerKeys, current), formerKeys, current)
  const own = withoutOthers(all, places, { previous, notes, claims })
  return withEarlierKeys(own, formerKeys, current)
}

/** Applies what an author says about the first of several names to the later ones as well. */
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

/** Applies what an author says about the last of several names to the earlier ones as well. */
function withEarlierKeys(
  lessonOf: ReadonlyMap<string, string>,
  formerKeys: readonly OldKey[],
  current: ReadonlySet<string>,
): Map<string, string> {
  const all = new Map(lessonOf)
  const isNew = ({ key, formerKey }: OldKey) =>
    all.has(key) && !all.has(formerKey) && !current.has(formerKey)
  for (let found = formerKeys.filter(isNew); found.length > 0; found = formerKeys.filter(isNew))
    for (const { key, formerKey } of found) all.set(formerKey, all.get(key) ?? '')
  return all
}

/** Leaves old keys with the other lessons that learners know by them. */
function withoutOthers(
  lessonOf: ReadonlyMap<string, string>,
  { current, nameOf }: PagePlaces,
  {
    previous,
    notes,
    claims,
  }: { previous: PreviousCourse; notes: Notes; claims: ReadonlyMap<string, Claim> },
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
            (!wasJoined || current.has(key) || lessonOf.has(key)),
        )
      const mention = claims.get(from)?.mention
      if (other !== undefined && mention !== undefined)
        notes.warnings.push({
          ...mention,
          message:
            `${quote(from)} was the key of the lesson ${quote(other.key)} in an earlier version: ` +
            `it does not become ${quote(nameOf(to))}`,
        })
      return other === undefined
    }),
  )
}

/**
 * Returns each lesson's former keys, at most 100, published lessons first: they keep the progress
 * of learners.
 */
export function formerKeysByLesson(
  lessonOf: ReadonlyMap<string, string>,
  previous: PreviousCourse | undefined,
): Map<string, string[]> {
  const published = new Set(previous?.lessons.map(({ key }) => key))
  const moved = [...lessonOf].filter(([from, to]) => from !== to)
  const claims = Map.groupBy(moved, ([, to]) => to)
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
