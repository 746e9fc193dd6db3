import { sortedJson } from '../../../../db/sorted-json.ts'
import { longestRising } from '../../../../lib/lists/longest-rising.ts'
import { mayLockMore } from './rules.ts'
import type { Change, Impact } from './schema.ts'
import type { ComparedContent, ComparedLesson } from './types.ts'

export interface Comparison {
  kind: Impact['kind']
  /** Removed lessons first, then the others in the order of the course. */
  changes: Change[]
}

/** Lists what `after` changes; without a `before`, all of it is new. */
export function compareContents(
  before: ComparedContent | undefined,
  after: ComparedContent,
): Comparison {
  const pairs = pairLessons(before?.lessons ?? [], after.lessons)
  const gone = new Set(before?.lessons)
  for (const { predecessors } of pairs) for (const lesson of predecessors) gone.delete(lesson)
  const moved = findMoved(pairs, { before, after })

  const changes = [
    ...[...gone].map((lesson) => change('removed', { before: lesson })),
    ...pairs.flatMap((pair) => changesOf(pair, moved.has(pair))),
  ]
  return { kind: kindOf({ before, after }, changes), changes }
}

/** A lesson and those that it continues. */
export interface Pair {
  lesson: ComparedLesson
  /** The lesson with its key, if there is any, then those with one of its former keys. */
  predecessors: ComparedLesson[]
}

export function pairLessons(
  before: readonly ComparedLesson[],
  after: readonly ComparedLesson[],
): Pair[] {
  const byKey = new Map(before.map((lesson) => [lesson.key, lesson]))
  return after.map((lesson) => ({
    lesson,
    predecessors: [lesson.key, ...lesson.formerKeys].flatMap((key) => byKey.get(key) ?? []),
  }))
}

function changesOf({ lesson, predecessors }: Pair, isMoved: boolean): Change[] {
  const [before] = predecessors
  if (before === undefined) return [change('added', { after: lesson })]

  const both = { before, after: lesson }
  const newNames = lesson.formerKeys.filter((key) => !before.formerKeys.includes(key))
  return [
    ...newNames.map((formerKey) => ({ ...change('renamed', both), formerKey })),
    ...(isMoved ? [change('moved', both)] : []),
    ...(isEdited(before, lesson) ? [change('edited', both)] : []),
    ...(before.required === lesson.required
      ? []
      : [change(lesson.required ? 'required' : 'optional', both)]),
    ...(before.type === lesson.type ? [] : [change('type', both)]),
    ...changedRules(before, lesson).map((what) => change(what, both)),
  ]
}

function change(
  what: Change['what'],
  { before, after }: { before?: ComparedLesson; after?: ComparedLesson },
): Change {
  return {
    key: after?.key ?? before?.key ?? '',
    title: after?.title ?? before?.title ?? '',
    what,
    sizeBefore: before?.size ?? null,
    sizeAfter: after?.size ?? null,
  }
}

export function isEdited(before: ComparedLesson, after: ComparedLesson): boolean {
  return (
    before.title !== after.title ||
    before.minutes !== after.minutes ||
    before.preview !== after.preview ||
    before.bodySha256 !== after.bodySha256 ||
    !isSameJson(withoutRules(before.details), withoutRules(after.details)) ||
    !isSameJson(before.files, after.files)
  )
}

export function changedRules(before: ComparedLesson, after: ComparedLesson) {
  const rulesOf = ({ details }: ComparedLesson) => {
    const { prerequisites: requires = [], available, due } = details ?? {}
    return { requires, available, due }
  }
  const [old, now] = [rulesOf(before), rulesOf(after)]
  return (['requires', 'available', 'due'] as const).filter(
    (name) => String(old[name]) !== String(now[name]),
  )
}

/** Returns the rest; null if nothing is left, as for a lesson without any. */
function withoutRules(details: ComparedLesson['details']): object | null {
  const { prerequisites: _, available: __, due: ___, ...others } = details ?? {}
  return Object.keys(others).length === 0 ? null : others
}

function isSameJson(before: object | null, after: object | null): boolean {
  return before === after || sortedJson(before) === sortedJson(after)
}

/**
 * Finds lessons in a section with a different title, and the fewest others that must change places
 * to turn one order into the other.
 */
function findMoved(
  pairs: readonly Pair[],
  { before, after }: { before: ComparedContent | undefined; after: ComparedContent },
): Set<Pair> {
  const places = new Map(before?.lessons.map((lesson, place) => [lesson, place]))
  const kept = pairs.flatMap((pair) => {
    const [predecessor] = pair.predecessors
    const place = predecessor && places.get(predecessor)
    if (predecessor === undefined || place === undefined) return []
    const isInPlace =
      before?.sections[predecessor.sectionPosition] === after.sections[pair.lesson.sectionPosition]
    return [{ pair, place, isInPlace }]
  })
  const moved = new Set(kept.map(({ pair }) => pair))
  const staying = kept.filter(({ isInPlace }) => isInPlace)
  for (const { pair } of longestRising(staying, ({ place }) => place)) moved.delete(pair)
  return moved
}

function kindOf(
  { before, after }: { before: ComparedContent | undefined; after: ComparedContent },
  changes: readonly Change[],
): Impact['kind'] {
  if (before === undefined || !countsTheSame(before.lessons, after.lessons)) return 'major'
  if (mayLockMore(before, after)) return 'major'
  if ((before.terms.choose ?? null) !== (after.terms.choose ?? null)) return 'major'
  if (changes.length > 0 || !haveSameSections(before, after)) return 'minor'
  return haveSameTerms(before, after) ? 'none' : 'terms'
}

/** A lesson, as far as it counts for the progress of learners. */
export type CountedLesson = Pick<ComparedLesson, 'key' | 'formerKeys' | 'type' | 'required'>

/** Whether all that counts stays: at most texts, titles, minutes, previews and the order change. */
export function countsTheSame(
  before: readonly CountedLesson[],
  after: readonly CountedLesson[],
): boolean {
  if (before.length !== after.length) return false
  const byKey = new Map(before.map((lesson) => [lesson.key, lesson]))
  return after.every(({ key, formerKeys, type, required }) => {
    const lesson = byKey.get(key)
    return (
      lesson?.type === type &&
      lesson.required === required &&
      new Set(lesson.formerKeys).symmetricDifference(new Set(formerKeys)).size === 0
    )
  })
}

/** Whether the sections are the same; they may come and go without a lesson. */
function haveSameSections(before: ComparedContent, after: ComparedContent): boolean {
  const sectionsOf = ({ sections, lessons }: ComparedContent) =>
    JSON.stringify([sections, lessons.map(({ sectionPosition }) => sectionPosition)])
  return sectionsOf(before) === sectionsOf(after)
}

function haveSameTerms({ terms: before }: ComparedContent, { terms: after }: ComparedContent) {
  return (Object.keys(after) as (keyof ComparedContent['terms'])[]).every(
    (name) => JSON.stringify(before[name]) === JSON.stringify(after[name]),
  )
}
