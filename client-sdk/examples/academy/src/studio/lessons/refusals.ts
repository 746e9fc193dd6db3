import type { DraftLesson, DraftQuiz, UpdateLessonInput } from '@lyceum/sdk'

export type LessonPatch = Omit<UpdateLessonInput, 'courseId' | 'key' | 'revision' | 'newKey'>
/** What is wrong, by paths. */
export type Texts = Readonly<Record<string, string>>

interface Refusal {
  /** What was refused: anything else is sent again. */
  value: unknown
  texts: Texts
  /** The same without what is wrong in it, until that is sent. */
  instead?: unknown
}

/** By the names of the fields. */
export type Refusals = Readonly<Record<string, Refusal>>

/** What the server may take: all that it has not refused, and of that the parts that are right. */
export function sendable(changes: LessonPatch, refusals: Refusals): LessonPatch {
  const sent = Object.entries(changes).flatMap(([name, value]) => {
    const refusal = refusals[name]
    if (refusal === undefined || !isSame(value, refusal.value)) return [[name, value]]
    return refusal.instead === undefined ? [] : [[name, refusal.instead]]
  })
  return Object.fromEntries(sent)
}

/** Those known, and those of an answer about what was sent. */
export function refuse(
  refusals: Refusals,
  { sent, stored, texts }: { sent: LessonPatch; stored: DraftLesson; texts: Texts },
): Refusals {
  const refused = Object.entries(sent).flatMap(([name, value]) => {
    const paths = Object.keys(texts).filter((path) => path.split('.')[0] === name)
    if (paths.length === 0) return []
    const known = refusals[name]
    // The parts that seemed right were not.
    if (known !== undefined && isSame(value, known.instead))
      return [[name, { value: known.value, texts: known.texts }]]
    const before = stored[name as keyof DraftLesson]
    const mended = mend(value, before, paths)
    const own = Object.fromEntries(paths.map((path) => [path, texts[path] ?? '']))
    const isNews = mended !== undefined && !isSame(mended, before)
    return [[name, { value, texts: own, ...(isNews && { instead: mended }) }]]
  })
  return { ...refusals, ...Object.fromEntries(refused) }
}

/** Without those that were sent, but for what is still wrong in them. */
export function accepted(refusals: Refusals, sent: LessonPatch): Refusals {
  const left = Object.entries(refusals).flatMap(([name, { value, texts, instead }]) => {
    if (!(name in sent)) return [[name, { value, texts, instead }]]
    return isSame(sent[name as keyof LessonPatch], instead) ? [[name, { value, texts }]] : []
  })
  return Object.fromEntries(left)
}

/** What is wrong with what is still there. */
export function textsOfRefusals(refusals: Refusals, changes: LessonPatch): Texts {
  const held = Object.entries(refusals).filter(
    ([name, { value }]) => name in changes && isSame(changes[name as keyof LessonPatch], value),
  )
  return Object.assign({}, ...held.map(([, { texts }]) => texts))
}

type Fields = Readonly<Record<string, unknown>>

/** A field that has parts, with the parts at fault as they are stored. */
function mend(value: unknown, stored: unknown, paths: readonly string[]): Fields | undefined {
  if (!hasParts(value) || !hasParts(stored)) return undefined
  let mended = value
  for (const [, part = '', ...rest] of paths.map((path) => path.split('.'))) {
    if (part === '') return undefined
    if (part !== 'pools' || rest[1] !== 'questions') mended = { ...mended, [part]: stored[part] }
  }
  if (!('pools' in mended)) return mended
  const questions = paths.flatMap(
    (path) => /^\w+\.pools\.(\d+\.questions\.\d+)/.exec(path)?.[1] ?? [],
  )
  return { ...mended, pools: withStored(mended as unknown as DraftQuiz, stored, questions) }
}

const hasParts = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Questions at fault as they are stored; a new one waits until it is right. */
function withStored({ pools }: DraftQuiz, stored: Fields, places: readonly string[]) {
  const known = (stored as unknown as DraftQuiz).pools.flatMap(({ questions }) => questions)
  return pools.map((pool, at) => ({
    ...pool,
    questions: pool.questions.flatMap((question, index) =>
      places.includes(`${at}.questions.${index}`)
        ? known.filter(({ key }) => key === question.key)
        : question,
    ),
  }))
}

export function differs(left: object, right: object, name: string): boolean {
  const [one, other] = [left, right].map((of) => (of as Record<string, unknown>)[name])
  return !isSame(one, other)
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
