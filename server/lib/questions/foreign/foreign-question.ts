import { Question } from '../question-types.ts'
import { keyOf } from '../read-quiz-text.ts'

/** A question of another format, which has no key yet. */
export interface ForeignQuestion {
  /** In its file, from 1. */
  line: number
  /** Markdown: the question in its first line, more of it below. */
  prompt: string
  /** An identity that the format gives it. */
  id?: string | undefined
  explanation?: string | null
  /** Its type and the fields of that; or why a quiz cannot hold it. */
  own: Record<string, unknown> | string
}

export interface Choice {
  text: string
  right: boolean
  /** What the format says to whoever chose it. */
  told?: string | null | undefined
}

/** A question with options: what each is told becomes one explanation. */
export function choicesOf(
  choices: readonly Choice[],
  { told = null, ...more }: { told?: string | null; scoring?: 'all' | 'partial' } = {},
): Pick<ForeignQuestion, 'own' | 'explanation'> {
  const isMultiple = choices.filter(({ right }) => right).length > 1
  const options = choices.map(({ text, right }) => ({ text: oneLine(text), right }))
  return {
    own: { type: isMultiple ? 'multiple' : 'single', options, ...(isMultiple && more) },
    explanation: explanationOf(
      told,
      choices.map((choice) => [choice.text, choice.told]),
    ),
  }
}

/** `- the answer: what it is told`, below what is said to all. */
export function explanationOf(
  toAll: string | null | undefined,
  told: readonly (readonly [answer: string, told: string | null | undefined])[],
): string | null {
  const lines = told.flatMap(([answer, text]) =>
    text ? [`- ${oneLine(answer)}: ${oneLine(text)}`] : [],
  )
  return (
    [...(toAll ? [toAll.trim()] : []), ...(lines.length > 0 ? [lines.join('\n')] : [])].join(
      '\n\n',
    ) || null
  )
}

/** Lines of a paragraph are one line; code stays as it is, and is refused where one is needed. */
function oneLine(text: string): string {
  return text.includes('```') ? text : text.trim().replace(/\s*\n\s*/gu, ' ')
}

/** The questions that a quiz can hold, and why it cannot hold the others. */
export function toQuestions<Foreign extends ForeignQuestion>(
  foreign: readonly Foreign[],
  lessonKey: string,
): { questions: Question[]; left: { question: Foreign; message: string }[] } {
  const questions: Question[] = []
  const left: { question: Foreign; message: string }[] = []
  const keys = new Set<string>()
  for (const question of foreign) {
    const { prompt, id, explanation = null, own } = question
    const leave = (message: string) => left.push({ question, message })
    if (typeof own === 'string') {
      leave(own)
      continue
    }
    const [first = '', ...more] = prompt.trim().split('\n')
    const title = first.replace(/^#{1,6} +/u, '').trim()
    const text = more.join('\n').trim() || null
    if (/^(?:```|~~~|\||>|!\[)/u.test(title)) {
      leave('begins with no sentence: say what is asked in its first line')
      continue
    }
    const key = freeKey(keyOf(lessonKey, id ?? title), keys)
    const { data, error } = Question.safeParse({ key, title, text, explanation, ...own })
    if (data === undefined) {
      const [issue] = error.issues
      const field = issue?.path.join('.') ?? ''
      leave(
        field === 'key' || field === '' ? `${issue?.message}` : `\`${field}\` ${issue?.message}`,
      )
    } else {
      keys.add(key)
      questions.push(data)
    }
  }
  return { questions, left }
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key
  for (let number = 2; taken.has(free); number += 1) free = `${key.slice(0, 190)}-${number}`
  return free
}
