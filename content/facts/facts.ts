import { longestRising } from '../../lib/lists/longest-rising.ts'
import type { Fact } from './facts-schema.ts'
import { type Fields, type Told, toldOf, toldQuestion } from './told-question.ts'
import { type WordBudget, wordsOf } from './words.ts'

/** How the entries of a list are told. */
interface Part {
  /** What one is called. */
  part: string
  /** The field by which one is the same as before. Default: all that it has. */
  by?: string
  /** Whether it needs no mention where there is only one. */
  isSilentAlone?: true
  /** Returns its fields as people know them. */
  told?: (entry: Fields) => Told[]
}

/** The parts of lessons that are counted, by the name of their list. All else is told as it is. */
const partsOfLessons = new Map<string, Part>([
  ['sources', { part: 'source' }],
  ['captions', { part: 'caption', by: 'language' }],
  ['pools', { part: 'pool', by: 'title', isSilentAlone: true }],
  ['questions', { part: 'question', by: 'key', told: toldQuestion }],
  ['rubric', { part: 'criterion', by: 'title' }],
  ['levels', { part: 'level', by: 'title' }],
])

/** A lesson as its author wrote it, or what a course says about itself; as much as there is. */
export interface ToldContent extends Fields {
  /** Of its text, where that is not at hand. */
  bodySha256?: string | null
  /** Its files: SHA-256 by path. */
  files?: Readonly<Record<string, string>> | null
}

/** Tells what changed in a lesson, or in what a course says about itself. */
export function factsOf(
  before: ToldContent = {},
  after: ToldContent = {},
  budget: WordBudget = { texts: 20 },
): Fact[] {
  const { bodySha256: hash, files, ...old } = before
  const { bodySha256: newHash, files: newFiles, ...now } = after
  const place = { path: '', within: [], budget }
  const isOther = (one: unknown, other: unknown) => one != null && other != null && one !== other
  const content: Fact = factAt({ ...place, path: 'content' }, 'content')
  const file: Fact = { ...factAt({ ...place, path: 'files' }, 'file'), what: 'replaced' }
  return [
    ...compareTold(toldOf(old), toldOf(now), place),
    ...(isOther(hash, newHash) ? [content] : []),
    ...Object.entries(newFiles ?? {})
      .filter(([path, sha256]) => isOther(files?.[path], sha256))
      .map(([path]) => ({ ...file, to: [path] })),
  ]
}

interface Place extends Pick<Fact, 'path' | 'within'> {
  budget: WordBudget
}

function factAt({ path, within }: Place, field: string | null): Fact {
  return { path, within, field, what: 'changed', from: [], to: [] }
}

function compareTold(before: readonly Told[], after: readonly Told[], place: Place): Fact[] {
  const was = new Map(before.map(({ field, value }) => [field, value]))
  const names = new Set(after.map(({ field }) => field))
  const gone = before.filter(({ field }) => !names.has(field))
  return [...after, ...gone.map((one) => ({ ...one, value: null }))].flatMap((one) =>
    compareValues(was.get(one.field), one, place),
  )
}

/** Compares a value with the one before; nothing is an empty list, object or text as well. */
function compareValues(from: unknown, { field, path, value: to }: Told, place: Place): Fact[] {
  const at = { ...place, path: below(place.path, path ?? field) }
  if (areAll(isList, from, to)) return compareLists(listOf(from), listOf(to), field, at)
  if (areAll(isFields, from, to)) return compareTold(toldOf(Object(from)), toldOf(Object(to)), at)
  const [old, now] = [textOf(from), textOf(to)]
  if (old.join() === now.join()) return []
  const isLong = [...old, ...now].some((text) => text.length > 120 || text.includes('\n'))
  if (field !== 'content' && !isLong) return [{ ...factAt(at, field), from: old, to: now }]
  return [{ ...factAt(at, field), words: wordsOf(old.join(), now.join(), place.budget) }]
}

function compareLists(
  old: readonly unknown[],
  now: readonly unknown[],
  field: string,
  at: Place,
): Fact[] {
  const part = partsOfLessons.get(field)
  if (part !== undefined || [...old, ...now].some(isFields))
    return compareParts(old, now, part ?? { part: field }, at)
  const [before, after] = [old.map(String), now.map(String)]
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const gone = before.filter((entry) => !after.includes(entry))
  const fresh = after.filter((entry) => !before.includes(entry))
  const isOrder = gone.length === 0 && fresh.length === 0
  const [from, to] = isOrder ? [before, after] : [gone, fresh]
  return [{ ...factAt(at, field), from, to }]
}

function compareParts(
  old: readonly unknown[],
  now: readonly unknown[],
  how: Part,
  at: Place,
): Fact[] {
  const { part, told = toldOf, isSilentAlone = false } = how
  const isSilent = isSilentAlone && old.length <= 1 && now.length <= 1
  const placeOf = (index: number): Place => ({
    ...at,
    path: below(at.path, String(index)),
    within: isSilent ? at.within : [...at.within, { part, number: index + 1 }],
  })
  const whole = (index: number, fact: Pick<Fact, 'what'> & Partial<Fact>): Fact => ({
    ...factAt(placeOf(index), null),
    ...fact,
  })
  const pairs = pair(old, now, how)
  const kept = pairs.flatMap((from, to) => (from === undefined ? [] : { from, to }))
  const staying = new Set(longestRising(kept, ({ from }) => from))
  const left = new Set(pairs)
  return [
    ...old.flatMap((entry, index) =>
      left.has(index) ? [] : whole(index, { what: 'removed', from: titleOf(entry) }),
    ),
    ...kept
      .filter((one) => !staying.has(one))
      .map(({ from, to }) =>
        whole(to, { what: 'moved', from: [`${from + 1}`], to: [`${to + 1}`] }),
      ),
    ...now.flatMap((entry, index) => {
      const [from, after] = [pairs[index], told(fieldsOf(entry))]
      if (from !== undefined) return compareTold(told(fieldsOf(old[from])), after, placeOf(index))
      const others = after.filter(({ field }) => field !== 'title')
      return [
        whole(index, { what: 'added', to: titleOf(entry) }),
        ...compareTold([], others, placeOf(index)),
      ]
    }),
  ]
}

/** Returns for each entry the index of what it was; undefined for a new one. */
function pair(
  old: readonly unknown[],
  now: readonly unknown[],
  { by }: Part,
): (number | undefined)[] {
  const nameOf = (entry: unknown) =>
    by === undefined ? JSON.stringify(entry) : textOf(fieldsOf(entry)[by]).join()
  const places = Map.groupBy(old.keys(), (index) => nameOf(old[index]))
  const pairs = now.map((entry) => places.get(nameOf(entry))?.shift())
  // A key is for ever; without one, what stands in the same place may have another name.
  if (by === 'key') return pairs
  const taken = new Set(pairs)
  return pairs.map((from, to) => from ?? (taken.has(to) || to >= old.length ? undefined : to))
}

/** Names an entry that came or went; empty if it has no words of its own. */
function titleOf(entry: unknown): string[] {
  const { title, label, language, file, url } = fieldsOf(entry)
  return [title, label, language, file, url].map(textOf).find(([text]) => text !== undefined) ?? []
}

/** Returns an entry as fields, whatever it is. */
function fieldsOf(entry: unknown): Fields {
  return isFields(entry) ? entry : { value: entry }
}

/** Whether there is such a value, and no other. */
function areAll(is: (value: unknown) => boolean, ...values: unknown[]): boolean {
  const some = values.filter((value) => !isNothing(value))
  return some.length > 0 && some.every(is)
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  return isList(value) ? value : []
}

/** Returns a value as text; [] for nothing. */
function textOf(value: unknown): string[] {
  if (isNothing(value)) return []
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
