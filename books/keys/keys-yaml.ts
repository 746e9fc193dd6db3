import { LessonKey } from '../../lib/fields/field-schemas.ts'
import { nearestName } from '../../lib/fields/nearest-name.ts'
import { type CourseFiles, maxManifestBytes, readText } from '../reading/course-files.ts'
import { quote } from '../reading/course-folder-error.ts'
import type { Notes } from '../reading/notes.ts'
import { readYaml } from '../reading/yaml-file.ts'
import type { PagePlaces } from './page-places.ts'
import type { Claim } from './redirects.ts'

const KEYS = 'keys.yaml'

/**
 * Reads the keys that the author renamed by hand: `old-key: new-key` in keys.yaml. A later line may
 * rename a key once more.
 */
export async function readKeysYaml(
  files: CourseFiles,
  places: PagePlaces,
  notes: Notes,
): Promise<(Claim & Required<Pick<Claim, 'mention'>>)[]> {
  if (!(await files.has(KEYS))) return []
  const file = files.labelOf(KEYS)
  const read = await notes.attempt(async () => {
    const mention = { file, line: 1 }
    return readYaml(file, await readText(files, KEYS, { maxBytes: maxManifestBytes, mention }))
  })
  if (read === undefined || read.value === null || read.value === undefined) return []
  const refuse = (line: number, message: string) => notes.add({ file, line, message })
  if (typeof read.value !== 'object' || Array.isArray(read.value)) {
    refuse(1, 'must have a line for each renamed lesson, like old-key: new-key')
    return []
  }

  const entries = Object.entries(read.value)
  const targets = new Map(entries)
  return entries.flatMap(([from, to]: [string, unknown]) => {
    const { line } = read.placeOf([from])
    const key = LessonKey.safeParse(to)
    const old = LessonKey.safeParse(from)
    if (!old.success || !key.success) {
      const words = (key.success ? old : key).error?.issues[0]?.message
      refuse(line, `this key ${words}`)
      return []
    }
    if (places.current.has(from) && !places.isGone(from)) {
      refuse(line, `${quote(from)} is the key of a lesson: remove this line, or rename its file`)
      return []
    }
    const end = followKeys(key.data, targets)
    if (end === undefined) {
      refuse(line, `${quote(from)} leads back to itself: name the lesson that it is now`)
      return []
    }
    const named = places.keyNamed(end)
    if (named === undefined) {
      const nearest = nearestName(end, [...places.current])
      const advice = nearest === undefined ? 'remove this line' : `did you mean ${nearest}?`
      refuse(line, `there is no lesson with the key ${quote(end)}: ${advice}`)
      return []
    }
    return [{ from, to: named, mention: { file, line } }]
  })
}

/** Returns the last key of a chain of renames; undefined for a circle. */
function followKeys(start: string, targets: ReadonlyMap<string, unknown>): string | undefined {
  const seen = new Set<string>()
  let key = start
  for (let next = targets.get(key); typeof next === 'string'; next = targets.get(key)) {
    if (seen.has(key)) return undefined
    seen.add(key)
    key = next
  }
  return key
}
