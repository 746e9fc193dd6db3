import {
  type DraftLesson,
  type DraftQuiz,
  isLyceumError,
  type UpdateLessonInput,
} from '@lyceum/sdk'

export type LessonPatch = Omit<UpdateLessonInput, 'courseId' | 'key' | 'revision' | 'newKey'>
/** Messages by path. */
export type Texts = Readonly<Record<string, string>>

interface Refusal {
  texts: Texts
  /** Whether its other parts are wrong as well. */
  isWhole?: boolean
}

/** Refusals by field name; changing a field sends all of it again. */
export type Refusals = Readonly<Record<string, Refusal>>

/** Returns what is worth sending: changes that were not refused, or the right parts of them. */
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

/** Adds the refusals in an answer to those known; undefined if it names nothing that was sent. */
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

/** Returns the texts about other fields. */
export function without(texts: Texts, names: readonly string[]): Texts {
  const others = Object.entries(texts).filter(([path]) => !names.includes(path.split('.')[0] ?? ''))
  return Object.fromEntries(others)
}

type Fields = Readonly<Record<string, unknown>>

/** Returns a composite field with its faulty parts as they are stored. */
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

/** Keeps faulty questions as they are stored; a new one waits until it is right. */
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

/** Whether the server refused the content itself, not for want of a login, time or a network. */
export function isRefusal(error: unknown): boolean {
  const { status } = isLyceumError(error) ? error : {}
  return status !== undefined && status < 500 && ![401, 408, 429].includes(status)
}
