import {
  type DraftLesson,
  type DraftQuiz,
  isLyceumError,
  type UpdateLessonInput,
} from '@lyceum/sdk'

export type LessonPatch = Omit<UpdateLessonInput, 'courseId' | 'key' | 'revision' | 'newKey'>
/** What is wrong, by paths. */
export type Texts = Readonly<Record<string, string>>

interface Refusal {
  texts: Texts
  /** Whether its other parts are not right, either. */
  isWhole?: boolean
}

/** By the names of the fields; any change makes all of them be sent again. */
export type Refusals = Readonly<Record<string, Refusal>>

/** What the server may take and has not got: what it has not refused, or the right parts of it. */
export function sendable(
  changes: LessonPatch,
  refusals: Refusals,
  stored: DraftLesson,
): LessonPatch {
  const sent = Object.entries(changes).flatMap(([name, value]) => {
    const refusal = refusals[name]
    if (refusal === undefined) return [[name, value]]
    const before = stored[name as keyof DraftLesson]
    const mended = refusal.isWhole ? before : mend(value, before, Object.keys(refusal.texts))
    return mended === undefined || isSame(mended, before) ? [] : [[name, mended]]
  })
  return Object.fromEntries(sent)
}

/** Those known, and those of an answer about what was sent; undefined if it names none of it. */
export function refuse(refusals: Refusals, sent: LessonPatch, texts: Texts): Refusals | undefined {
  const refused = Object.keys(sent).flatMap((name) => {
    const own = Object.entries(texts).filter(([path]) => path.split('.')[0] === name)
    const before = refusals[name]
    if (own.length === 0) return []
    return [[name, before ? { ...before, isWhole: true } : { texts: Object.fromEntries(own) }]]
  })
  return refused.length === 0 ? undefined : { ...refusals, ...Object.fromEntries(refused) }
}

export const textsOfRefusals = (refusals: Refusals): Texts =>
  Object.assign({}, ...Object.values(refusals).map(({ texts }) => texts))

/** Texts that are not about these fields. */
export function without(texts: Texts, names: readonly string[]): Texts {
  const others = Object.entries(texts).filter(([path]) => !names.includes(path.split('.')[0] ?? ''))
  return Object.fromEntries(others)
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

/** Whether it is no use to send the same again: not so without a network, a login, or time. */
export function isRefusal(error: unknown): boolean {
  const { status } = isLyceumError(error) ? error : {}
  return status !== undefined && status < 500 && ![401, 408, 429].includes(status)
}
