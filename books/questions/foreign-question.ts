import { codeOf } from '../../content/markdown/code-spans.ts'
import { proseLines } from '../../content/markdown/lines.ts'
import type { Scoring } from '../../content/questions/multiple.ts'
import { Question } from '../../content/questions/question-types.ts'
import { keyOf } from '../../content/questions/read-quiz-text.ts'

/** A question of another format, which has no key yet. */
export interface ForeignQuestion {
  /** The line in its file, from 1. */
  line: number
  /** Markdown: the question in its first line, more of it below. */
  prompt: string
  /** Markdown that options refer to; it goes to the end of the prompt. */
  below?: string | undefined
  /** Its identity in the format. */
  id?: string | undefined
  explanation?: string | null
  /** Its type and that type's fields; or why a quiz cannot hold it. */
  own: Record<string, unknown> | string
  /** Reports of what cannot be taken along. */
  missing?: string[]
}

export interface Choice {
  text: string
  right: boolean
  /** Feedback to a learner who chose it. */
  told?: string | null | undefined
}

/** Makes a question with options; the feedback on each becomes one explanation. */
export function choicesOf(
  choices: readonly Choice[],
  { told = null, ...more }: { told?: string | null; scoring?: Scoring } = {},
): Pick<ForeignQuestion, 'own' | 'explanation' | 'below'> {
  const isMultiple = choices.filter(({ right }) => right).length > 1
  const lines = choices.map(({ text }) => oneLine(text))
  const isLong = lines.some((line) => line.includes('\n'))
  const names = isLong ? choices.map((_, place) => letterAt(place)) : lines
  const options = choices.map(({ right }, place) => ({ text: names[place] ?? '', right }))
  const blocks = choices.map(({ text }, place) => `**${names[place]}:**\n\n${text.trim()}`)
  return {
    own: { type: isMultiple ? 'multiple' : 'single', options, ...(isMultiple && more) },
    explanation: explanationOf(
      told,
      choices.map((choice, place) => [names[place] ?? '', choice.told]),
    ),
    ...(isLong && { below: blocks.join('\n\n') }),
  }
}

export function letterAt(place: number): string {
  return String.fromCodePoint(65 + place)
}

/** Writes the general feedback, then `- the answer: its feedback` for each. */
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

/** Joins the lines of a paragraph, and of code in it; other code stays as it is. */
function oneLine(text: string): string {
  const [, , line] = /^\s*(`{3,}|~{3,})[^\n`]*\n\s*([^\n]*\S)\s*\n\s*\1\s*$/u.exec(text) ?? []
  if (line !== undefined) return codeOf(line)
  return /^[ \t]*(?:```|~~~)/mu.test(text)
    ? text
    : text.trim().replace(/(?:(?<!\\)\\)?\s*\n\s*/gu, ' ')
}

const fieldsOfMarkdown = ['options', 'pairs', 'others']

/** Changes the Markdown of a question, but not what learners have to type. */
export function changeTexts<Foreign extends ForeignQuestion>(
  question: Foreign,
  change: (markdown: string) => string,
): Foreign {
  const within = (value: unknown): unknown => {
    if (typeof value === 'string') return oneLine(change(value))
    if (Array.isArray(value)) return value.map(within)
    return typeof value === 'object' && value !== null ? changed(value, within) : value
  }
  const { prompt, below, explanation, own } = question
  const ownOf = (fields: Record<string, unknown>) =>
    changed(fields, (value, name) => (fieldsOfMarkdown.includes(name) ? within(value) : value))
  return {
    ...question,
    prompt: change(prompt),
    ...(below !== undefined && { below: change(below) }),
    ...(explanation && { explanation: change(explanation) }),
    own: typeof own === 'string' ? own : ownOf(own),
  }
}

function changed(fields: object, change: (value: unknown, name: string) => unknown) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, change(value, name)]),
  )
}

/** Returns the questions that a quiz can hold, and why it cannot hold the others. */
export function toQuestions<Foreign extends ForeignQuestion>(
  foreign: readonly Foreign[],
  lessonKey: string,
): { questions: Question[]; left: { question: Foreign; message: string }[] } {
  const questions: Question[] = []
  const left: { question: Foreign; message: string }[] = []
  const keys = new Set<string>()
  for (const question of foreign) {
    const { prompt, below = '', id, explanation = null, own } = question
    const leave = (message: string) => left.push({ question, message })
    if (typeof own === 'string') {
      leave(own)
      continue
    }
    const { title, text } = askedIn(`${prompt.trim()}\n\n${below}`)
    if (title === undefined) {
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

/** Splits the first line of words from the rest: a picture or code may stand above it. */
function askedIn(markdown: string): { title: string | undefined; text: string | null } {
  const lines = markdown.split('\n')
  const isAsked = (line: string) =>
    /\S/u.test(line) && !/^\s*(?:[|>]|!\[[^\]]*\]\([^)]*\)\s*$)/u.test(line)
  const [at, line = ''] = proseLines(lines).find(([, one]) => isAsked(one)) ?? []
  const title = line.replace(/^#{1,6} +/u, '').trim()
  if (at === undefined) return { title: undefined, text: null }
  return { title, text: lines.toSpliced(at, 1).join('\n').trim() || null }
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key
  for (let number = 2; taken.has(free); number += 1) free = `${key.slice(0, 190)}-${number}`
  return free
}
