import { z } from 'zod'
import { slugOf } from '../../lib/slug.ts'
import { readNumber } from '../../lib/typed-text/read-number.ts'
import { proseLines } from '../markdown/lines.ts'
import { tidyMarkdown } from '../markdown/tidy.ts'
import {
  bullet,
  equals,
  lastList,
  numbered,
  pair,
  strayAnswer,
  task,
  trimmed,
} from './answer-lines.ts'
import { Question, type QuestionTypeName, questionTypeNames } from './question-types.ts'

/** Questions of which an attempt has all, or `take` of them. */
export interface Pool {
  title: string | null
  take: number | null
  questions: Question[]
}

interface Fault {
  /** The line in the text, from 1. */
  line: number
  message: string
}

interface QuizText {
  /** Markdown before the first question. */
  content: string
  pools: Pool[]
  /** The lines of the questions, by pool. */
  lines: number[][]
}

/** Stands before the first question where the text before it has headings of its own. */
export const questionsMark = '<!-- questions -->'

/**
 * Reads a quiz from Markdown: `# A pool {take=2}`, `## A question`, its text, its answers and its
 * explanation as a quoted block. `docs/courses.md` has the grammar.
 */
export function readQuizText(text: string, lessonKey: string): QuizText | { faults: Fault[] } {
  const lines = tidyMarkdown(text).split('\n')
  const mark = lines.indexOf(questionsMark)
  // Blanks the lines up to the mark: what they leave open, such as code, must end there.
  const below = lines.map((line, index) => (index <= mark ? '' : line))
  const prose = new Set(Array.from(proseLines(below), ([index]) => index))
  const headings = lines.flatMap((line, index) => {
    const heading = index > mark && prose.has(index) ? headingIn(line) : undefined
    return heading === undefined ? [] : { ...heading, index }
  })
  const first = headings[0]?.index ?? lines.length
  const faults: Fault[] = []
  const pools: Pool[] = []
  const places: number[][] = []
  const poolLines: number[] = []
  const begin = (index: number, { title, take }: Omit<Pool, 'questions'>) => {
    poolLines.push(index + 1)
    pools.push({ title, take, questions: [] })
    places.push([])
  }
  for (const [at, heading] of headings.entries()) {
    const { level, title, attributes, index } = heading
    const end = headings[at + 1]?.index ?? lines.length
    const refuse = (message: string, line = index) => faults.push({ line: line + 1, message })
    if (level === 1) {
      const pool = readPool(heading, lines.slice(index + 1, end))
      if (typeof pool === 'string') refuse(pool)
      else begin(index, pool)
      continue
    }
    if (pools.length === 0) begin(index, { title: null, take: null })
    const read = readQuestion({ title, attributes, lessonKey }, lines.slice(index + 1, end))
    if ('question' in read) {
      pools.at(-1)?.questions.push(read.question)
      places.at(-1)?.push(index + 1)
    } else refuse(read.message, index + (read.at ?? 0))
  }
  for (const [at, { questions, title }] of pools.entries())
    if (questions.length === 0 && faults.length === 0)
      faults.push({
        line: poolLines[at] ?? 1,
        message: `the pool "${title}" has no question: add one as \`## …\`, or remove it`,
      })
  if (headings.length === 0)
    faults.push({ line: 1, message: 'this quiz has no question: write each as a heading `## …`' })
  if (faults.length > 0) return { faults }
  const content = lines.slice(0, mark >= 0 ? mark : first)
  return { content: tidyMarkdown(content.join('\n')), pools, lines: places }
}

interface Heading {
  level: number
  title: string
  attributes: string[]
}

function headingIn(line: string): Heading | undefined {
  const [, hashes = '', words] = /^(#{1,2}) +(\S.*)$/u.exec(line.trimEnd()) ?? []
  if (words === undefined) return undefined
  const [, title = words, braces = ''] = /^(.*\S) +\{([^{}]*)\}$/u.exec(words) ?? []
  const attributes = braces.split(/\s+/u).filter((word) => word !== '')
  // Keeps braces in the question if they state nothing of ours.
  const isOurs = attributes.length > 0 && attributes.every((word) => attribute.test(word))
  return isOurs
    ? { level: hashes.length, title, attributes }
    : { level: hashes.length, title: words, attributes: [] }
}

const attribute = new RegExp(
  `^(?:#[^\\s{}]+|(?:points|take)=\\d{1,6}|partial|case|${questionTypeNames.join('|')})$`,
  'u',
)

function numberIn(attributes: readonly string[], name: string): number | undefined {
  const found = attributes.find((word) => word.startsWith(`${name}=`))
  return found === undefined ? undefined : Number(found.slice(name.length + 1))
}

function readPool(
  { title, attributes }: Heading,
  rest: string[],
): Omit<Pool, 'questions'> | string {
  if (rest.some((line) => /\S/u.test(line)))
    return 'text stands between this pool and its first question: move it into a question'
  return { title: title === noTitle ? null : title, take: numberIn(attributes, 'take') ?? null }
}

/** The heading of a pool that has no title. */
export const noTitle = '…'

type Read = { question: Question } | { message: string; at?: number | undefined }

interface Head {
  title: string
  attributes: string[]
  lessonKey: string
}

function readQuestion({ title, attributes, lessonKey }: Head, body: string[]): Read {
  const named = attributes.find((word) => word.startsWith('#'))?.slice(1)
  const key = named ?? keyOf(lessonKey, title)
  const points = numberIn(attributes, 'points') ?? 1
  const read = readFence(body) ?? readBody(body, attributes)
  if ('message' in read) return read
  const { data, error } = Question.safeParse({ title, ...read.fields, key, points })
  if (data !== undefined) return { question: data }
  const [issue] = error.issues
  const place = issue?.path.join('.') ?? ''
  const at = read.lineOf?.(issue?.path ?? [])
  return {
    at,
    message:
      place === 'key' && named === undefined
        ? 'no key can be made of this question: give it one, like {#my-key}'
        : `${place === '' ? 'this question' : `\`${place}\` of this question`} ${issue?.message}`,
  }
}

/** Makes the key of a question that names none. */
export function keyOf(lessonKey: string, title: string): string {
  return slugOf(`${lessonKey}-${title.slice(0, 100)}`).slice(0, 200)
}

interface ReadBody {
  fields: Record<string, unknown>
  /** Returns the line in the body, from 1, for the path of an issue. */
  lineOf?: (path: readonly PropertyKey[]) => number | undefined
}

interface Refused {
  message: string
  /** The line in the body, from 1. */
  at?: number
}

/** Reads a question written as JSON because Markdown cannot tell its parts apart. */
function readFence(body: string[]): ReadBody | Refused | undefined {
  const text = body.join('\n').trim()
  const [, json] = /^```question\n([\s\S]*)\n```$/u.exec(text) ?? []
  if (json === undefined) return undefined
  try {
    const fields = z.record(z.string(), z.unknown()).safeParse(JSON.parse(json))
    return fields.data === undefined ? { message: 'is no JSON object' } : { fields: fields.data }
  } catch {
    return { message: 'the block `question` is not valid JSON: correct it' }
  }
}

function readBody(lines: string[], attributes: string[]): ReadBody | Refused {
  const end = trimmed(lines, lines.length)
  let quote = end
  while (quote > 0 && /^>/u.test(lines[quote - 1] ?? '')) quote -= 1
  const explanation = lines.slice(quote, end).map((line) => line.replace(/^> ?/u, ''))
  const answersEnd = trimmed(lines, quote)
  const stated = questionTypeNames.find((name) => attributes.includes(name))
  const forms = stated === 'essay' ? [equals] : [bullet, numbered, equals]
  const fitting = forms.find((form) => form.test(lines[answersEnd - 1] ?? ''))
  const places = fitting === undefined ? [] : lastList(lines, answersEnd, fitting)
  const start = places[0] ?? answersEnd
  const answers = places.map((place) => fitting?.exec(lines[place] ?? '')?.[1] ?? '')
  const type = stated ?? typeOf(fitting, answers)
  const stray = strayAnswer(lines.slice(0, start), type)
  if (stray !== undefined)
    return {
      at: stray + 1,
      message:
        'this line looks like an answer and is none: put all answers into one list at the end, ' +
        'each in a line of its own and written alike',
    }
  if (type === undefined)
    return {
      message:
        'this question has no answers that can be read: write options as `- [x] …`, numbers and ' +
        'words as `= …`, an order as `1. …`, pairs as `- … => …`, or mark it {essay}',
    }
  const own = readAnswers(type, answers, attributes)
  if (typeof own === 'string') return { message: own }
  const text = tidyMarkdown(lines.slice(0, start).join('\n'))
  const told = explanation.join('\n').trim()
  return {
    fields: { type, text: text || null, explanation: told || null, ...own },
    lineOf: ([name, at]) => {
      if (typeof at !== 'number') return undefined
      const isWhole = ['options', 'items', 'pairs'].includes(String(name))
      const answer = isWhole ? at : answers.flatMap((line, one) => partsOf(line).map(() => one))[at]
      const place = places[answer ?? -1]
      return place === undefined ? undefined : place + 1
    },
  }
}

function typeOf(fitting: RegExp | undefined, answers: string[]): QuestionTypeName | undefined {
  if (fitting === numbered) return 'order'
  if (fitting === equals) return answers.every(isNumeric) ? 'number' : 'text'
  if (fitting !== bullet) return undefined
  if (answers.every((line) => task.test(line))) {
    const right = answers.filter((line) => !line.startsWith('[ ]'))
    return right.length > 1 ? 'multiple' : 'single'
  }
  return answers.every((line) => pair.test(line)) ? 'match' : undefined
}

/** Whether answers on a line are read as numbers, unless their question says otherwise. */
export function isNumeric(line: string): boolean {
  return partsOf(line).every((part) => readNumbers(part) !== undefined)
}

function partsOf(line: string): string[] {
  return line.split(' | ')
}

function readNumbers(text: string) {
  const [, from, to] = /^(.*?[^\s.]) *(?:…|\.\.\.?) *(\S.*)$/u.exec(text.trim()) ?? []
  if (from !== undefined && to !== undefined)
    return [from, to].every((end) => readNumber(end)) ? { from, to } : undefined
  const [value = '', tolerance, ...others] = text.split(/±|\+-|\+\/-/u).map((part) => part.trim())
  if (others.length > 0 || readNumber(value) === undefined) return undefined
  if (tolerance === undefined) return { value }
  return readNumber(tolerance) === undefined ? undefined : { value, tolerance }
}

/** Reads the fields of a type, or returns what is wrong. */
function readAnswers(
  type: QuestionTypeName,
  lines: string[],
  attributes: readonly string[],
): Record<string, unknown> | string {
  if (type === 'essay') return { guidance: lines.length === 0 ? null : lines.join('\n') }
  if (lines.length === 0) return 'this question has no answers: add them below it'
  if (type === 'single' || type === 'multiple') {
    const options = lines.map((line) => {
      const [, mark = ' ', text = ''] = task.exec(line) ?? []
      return { text, right: mark !== ' ' }
    })
    if (options.some(({ text }) => text === '')) return 'an option must be like `- [ ] …`'
    const scoring = attributes.includes('partial') ? 'partial' : 'all'
    return { options, ...(type === 'multiple' && { scoring }) }
  }
  if (type === 'order') return { items: lines }
  if (type === 'match') {
    const read = lines.map((line) => pair.exec(line))
    if (read.some((found) => found === null)) return 'a pair must be like `- left => right`'
    const all = read.map((found) => ({ left: found?.[1], right: found?.[2] ?? '' }))
    return {
      pairs: all.filter(({ left }) => left !== undefined),
      others: all.flatMap(({ left, right }) => (left === undefined ? right : [])),
    }
  }
  const parts = lines.flatMap(partsOf)
  if (type === 'text') return { accepted: parts, caseSensitive: attributes.includes('case') }
  const numbers = parts.map(readNumbers)
  return numbers.includes(undefined)
    ? 'a number must be like `= 3.14`, `= 3.14 ± 0.01` or `= 3 … 4`'
    : { numbers }
}
