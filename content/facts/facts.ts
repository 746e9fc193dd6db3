import { longestRising } from '../../lib/lists/longest-rising.ts'
import type { LessonType } from '../lessons/lesson-type-names.ts'
import type { Fact } from './facts-schema.ts'
import { type Told, toldQuestion } from './told-question.ts'
import { type WordBudget, wordsOf } from './words.ts'

type Fields = Record<string, unknown>

/** How the entries of a list are told. */
interface Part {
  /** What one is called. */
  part: string
  /** The field by which one is the same as before. Default: all that it has. */
  by?: string
  /** Whether one without an equal is new; otherwise it may be what stood in its place. */
  isStrict?: true
  /** Whether it needs no mention where there is only one. */
  isSilentAlone?: true
  /** Returns its fields as people know them. */
  told?: (entry: Fields) => Told[]
}

/** The parts of each type that are counted, by the name of their list. All else is told as it is. */
const partsOfTypes: Record<LessonType, Record<string, Part>> = {
  text: {},
  link: {},
  file: {},
  course: {},
  video: {
    sources: { part: 'source' },
    captions: { part: 'caption', by: 'language' },
  },
  quiz: {
    pools: { part: 'pool', by: 'title', isSilentAlone: true },
    questions: { part: 'question', by: 'key', isStrict: true, told: toldQuestion },
  },
  assignment: {
    rubric: { part: 'criterion', by: 'title' },
    levels: { part: 'level', by: 'title' },
  },
}

/** A lesson as its author wrote it, or as much of it as there is. */
export interface ToldLesson {
  type: LessonType
  /** Of its text, where that is not at hand. */
  bodySha256?: string | null
  /** Its files: SHA-256 by path. */
  files?: Readonly<Record<string, string>> | null
  [field: string]: unknown
}

/** Tells what changed in a lesson; undefined stands for no lesson. */
export function factsOf(
  before: ToldLesson | undefined,
  after: ToldLesson | undefined,
  budget: WordBudget = { texts: 20 },
): Fact[] {
  const type = after?.type ?? before?.type ?? 'text'
  const { bodySha256: hash, files, ...old } = before ?? {}
  const { bodySha256: newHash, files: newFiles, ...now } = after ?? {}
  // What belonged to another type is not compared with what took its place.
  const isAnother = before !== undefined && after !== undefined && before.type !== after.type
  const gone = isAnother ? { [before.type]: null } : {}
  const place = { path: '', within: [], parts: partsOfTypes[type], budget }
  return [
    ...compareFields({ ...old, ...gone }, now, place),
    ...(isOther(hash, newHash) ? [plain('content', 'changed')] : []),
    ...Object.entries(newFiles ?? {})
      .filter(([path, sha256]) => isOther(files?.[path], sha256))
      .map(([path]) => ({ ...plain('file', 'replaced', path), path: 'files' })),
  ]
}

/** Tells what changed in what a course says about itself. */
export function factsOfTerms(before: Fields, after: Fields): Fact[] {
  const { coverSha256: hash, ...old } = before
  const { coverSha256: newHash, ...now } = after
  const isReplaced = old['cover'] === now['cover'] && isOther(hash, newHash)
  return [
    ...compareFields(old, now, { path: '', within: [], parts: {}, budget: { texts: 20 } }),
    ...(isReplaced ? [plain('cover', 'replaced', now['cover'])] : []),
  ]
}

function isOther(before: unknown, after: unknown): boolean {
  return before != null && after != null && before !== after
}

function plain(field: string, what: Fact['what'], to?: unknown): Fact {
  return { path: field, within: [], field, what, from: [], to: listOf(to) }
}

interface Place extends Pick<Fact, 'path' | 'within'> {
  parts: Readonly<Record<string, Part>>
  budget: WordBudget
}

function compareFields(before: Fields, after: Fields, place: Place): Fact[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].flatMap((field) =>
    compareValues(before[field], { field, value: after[field] }, place),
  )
}

/** Compares a value with the one before; nothing is an empty list, object or text as well. */
function compareValues(from: unknown, { field, path, value: to }: Told, place: Place): Fact[] {
  const at = { ...place, path: below(place.path, path ?? field) }
  if (isList(from) ? isList(to) || isNothing(to) : isNothing(from) && isList(to)) {
    const [old, now] = [isList(from) ? from : [], isList(to) ? to : []]
    const known = Object.hasOwn(place.parts, field) ? place.parts[field] : undefined
    const isOfParts = known !== undefined || [...old, ...now].some((one) => isFields(one))
    return isOfParts
      ? compareParts(old, now, known ?? { part: field }, at)
      : compareLists(old.map(String), now.map(String), field, at)
  }
  if (isFields(from) ? isFields(to) || isNothing(to) : isNothing(from) && isFields(to))
    return compareFields(isFields(from) ? from : {}, isFields(to) ? to : {}, at)
  const [old, now] = [asValue(from), asValue(to)]
  return old === now ? [] : [told(old, now, field, at)]
}

function told(from: Value, to: Value, field: string, { path, within, budget }: Place) {
  const fact: Fact = { path, within, field, what: 'changed', from: [], to: [] }
  if (field !== 'content' && !isLong(from) && !isLong(to))
    return { ...fact, from: listOf(from), to: listOf(to) }
  const words = wordsOf(String(from ?? ''), String(to ?? ''), budget)
  return { ...fact, words }
}

/** Tells which entries a list got and lost, or its new order. */
function compareLists(
  old: string[],
  now: string[],
  field: string,
  { path, within }: Place,
): Fact[] {
  if (old.length === now.length && old.every((entry, at) => entry === now[at])) return []
  const [gone, fresh] = [without(old, now), without(now, old)]
  const isOrder = gone.length === 0 && fresh.length === 0
  const what = isOrder || (gone.length > 0 && fresh.length > 0) ? 'changed' : undefined
  const [from, to] = isOrder ? [old, now] : [gone, fresh]
  return [{ path, within, field, what: what ?? (gone.length > 0 ? 'removed' : 'added'), from, to }]
}

/** Returns the entries that the other list does not have, or has less often. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return all.filter((entry) => {
    const at = left.indexOf(entry)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function compareParts(old: unknown[], now: unknown[], how: Part, at: Place): Fact[] {
  const { part, told = asIs, isSilentAlone = false } = how
  const placeOf = (index: number): Place => {
    const isSilent = isSilentAlone && old.length <= 1 && now.length <= 1
    const within = isSilent ? at.within : [...at.within, { part, number: index + 1 }]
    return { ...at, path: below(at.path, String(index)), within }
  }
  const whole = (index: number, fact: Pick<Fact, 'what' | 'from' | 'to'>): Fact => {
    const { path, within } = placeOf(index)
    return { path, within, field: null, ...fact }
  }
  const pairs = pair(old, now, how)
  const kept = pairs.flatMap((from, to) => (from === undefined ? [] : { from, to }))
  const staying = new Set(longestRising(kept, ({ from }) => from))
  const left = new Set(pairs)
  return [
    ...old.flatMap((entry, index) =>
      left.has(index)
        ? []
        : [whole(index, { what: 'removed', from: listOf(titleOf(entry)), to: [] })],
    ),
    ...kept.flatMap((one) =>
      staying.has(one)
        ? []
        : [whole(one.to, { what: 'moved', from: listOf(one.from + 1), to: listOf(one.to + 1) })],
    ),
    ...now.flatMap((entry, index) => {
      const from = pairs[index]
      const before = from === undefined ? [] : told(fieldsOf(old[from]))
      const isNew = from === undefined
      const values = new Map(before.map(({ field, value }) => [field, value]))
      const after = told(fieldsOf(entry)).filter(({ field }) => !isNew || field !== 'title')
      const names = new Set(after.map(({ field }) => field))
      const gone = before.filter(({ field }) => !names.has(field))
      return [
        ...(isNew ? [whole(index, { what: 'added', from: [], to: listOf(titleOf(entry)) })] : []),
        ...[...after, ...gone.map((one) => ({ ...one, value: null }))].flatMap((one) =>
          compareValues(values.get(one.field), one, placeOf(index)),
        ),
      ]
    }),
  ]
}

/** Returns for each entry the index of what it was; undefined for a new one. */
function pair(old: unknown[], now: unknown[], { by, isStrict }: Part): (number | undefined)[] {
  const nameOf = (entry: unknown) =>
    by === undefined ? canonical(entry) : String(asValue(fieldsOf(entry)[by]) ?? '')
  const places = Map.groupBy(old.keys(), (index) => nameOf(old[index]))
  const pairs = now.map((entry) => places.get(nameOf(entry))?.shift())
  if (isStrict) return pairs
  const taken = new Set(pairs)
  return pairs.map((from, to) => {
    if (from !== undefined || taken.has(to) || to >= old.length) return from
    return to
  })
}

function asIs(entry: Fields): Told[] {
  return Object.entries(entry).map(([field, value]) => ({ field, value }))
}

/** Names an entry that came or went; null if it has no words of its own. */
function titleOf(entry: unknown): Value {
  const { title, label, language, file, url } = fieldsOf(entry)
  return asValue([title, label, language, file, url].find((name) => asValue(name) !== null))
}

/** Returns an entry as fields, whatever it is. */
function fieldsOf(entry: unknown): Fields {
  return isFields(entry) ? entry : { value: entry }
}

function canonical(value: unknown): string {
  if (isList(value)) return `[${value.map(canonical)}]`
  if (!isFields(value)) return JSON.stringify(asValue(value))
  const stated = Object.keys(value).filter((name) => !isNothing(value[name]))
  return `{${stated.sort().map((name) => `${name}:${canonical(value[name])}`)}}`
}

function isNothing(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === ''
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isLong(value: Value): boolean {
  return typeof value === 'string' && (value.length > 120 || value.includes('\n'))
}

type Value = string | number | boolean | null

function listOf(value: unknown): string[] {
  const one = asValue(value)
  return one === null ? [] : [String(one)]
}

function asValue(value: unknown): Value {
  if (isNothing(value)) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return JSON.stringify(value)
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
