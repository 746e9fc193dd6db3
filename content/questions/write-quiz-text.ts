import { isDeepStrictEqual } from 'node:util'
import { numberText } from './number.ts'
import type { Question } from './question-types.ts'
import {
  isNumeric,
  keyOf,
  noTitle,
  type Pool,
  questionsMark,
  readQuizText,
} from './read-quiz-text.ts'

/** Writes Markdown that readQuizText() reads back unchanged. */
export function writeQuizText(content: string, pools: readonly Pool[], lessonKey: string): string {
  const questions = pools.flatMap((pool, at) => [
    ...(at === 0 && pool.title === null && pool.take === null ? [] : [writePool(pool)]),
    ...pool.questions.map((question) => writeQuestion(question, lessonKey)),
  ])
  const isPlain = readBack(content, lessonKey)?.content === content
  const head = [...(content === '' ? [] : [content]), ...(isPlain ? [] : [questionsMark])]
  return [...head, ...questions].join('\n\n')
}

function writePool({ title, take }: Pool): string {
  return `# ${title ?? noTitle}${take === null ? '' : ` {take=${take}}`}`
}

/** Reads a text with a question after it; undefined unless that one is found as well. */
function readBack(text: string, lessonKey: string) {
  const after = '## After it {essay}'
  const read = readQuizText(text === '' ? after : `${text}\n\n${after}`, lessonKey)
  if (!('pools' in read) || read.pools.length !== 1) return undefined
  const questions = read.pools[0]?.questions.slice(0, -1) ?? []
  return read.pools[0]?.questions.at(-1)?.title === 'After it'
    ? { content: read.content, questions }
    : undefined
}

/** Writes a readable question if it can be read back, else JSON. */
function writeQuestion(question: Question, lessonKey: string): string {
  const readable = writeReadable(question, lessonKey)
  const read = readBack(readable, lessonKey)
  if (read?.content === '' && isDeepStrictEqual(read.questions, [question])) return readable
  const { key, title, points, ...fields } = question
  const json = JSON.stringify({ title, ...fields }, null, 2)
  const heading = `## ${title.replaceAll(/[{}]/gu, '')} {#${key} points=${points}}`
  return `${heading}\n\n\`\`\`question\n${json}\n\`\`\``
}

function headingOf(
  { key, title, points }: Question,
  { lessonKey, marks }: { lessonKey: string; marks: string[] },
): string {
  const attributes = [
    ...(key === keyOf(lessonKey, title) ? [] : [`#${key}`]),
    ...(points === 1 ? [] : [`points=${points}`]),
    ...marks,
  ]
  return `## ${title}${attributes.length === 0 ? '' : ` {${attributes.join(' ')}}`}`
}

function writeReadable(question: Question, lessonKey: string): string {
  const { lines, marks } = answersOf(question)
  const { text, explanation } = question
  return [
    headingOf(question, { lessonKey, marks }),
    ...(text === null ? [] : [text]),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(explanation === null
      ? []
      : [
          explanation
            .split('\n')
            .map((line) => (line === '' ? '>' : `> ${line}`))
            .join('\n'),
        ]),
  ].join('\n\n')
}

/** Returns its answers as lines, and the words of its heading that they need. */
function answersOf(question: Question): { lines: string[]; marks: string[] } {
  switch (question.type) {
    case 'single':
    case 'multiple': {
      const lines = question.options.map(({ text, right }) => `- [${right ? 'x' : ' '}] ${text}`)
      if (question.type === 'single') return { lines, marks: [] }
      const right = question.options.filter((option) => option.right).length
      const isPartial = question.scoring === 'partial'
      return {
        lines,
        marks: [...(right === 1 ? ['multiple'] : []), ...(isPartial ? ['partial'] : [])],
      }
    }
    case 'number':
      return { lines: [`= ${question.numbers.map(numberText).join(' | ')}`], marks: [] }
    case 'text': {
      const line = question.accepted.join(' | ')
      const marks = [
        ...(isNumeric(line) ? ['text'] : []),
        ...(question.caseSensitive ? ['case'] : []),
      ]
      return { lines: [`= ${line}`], marks }
    }
    case 'order':
      return { lines: question.items.map((item, place) => `${place + 1}. ${item}`), marks: [] }
    case 'match':
      return {
        lines: [
          ...question.pairs.map(({ left, right }) => `- ${left} => ${right}`),
          ...question.others.map((other) => `- => ${other}`),
        ],
        marks: [],
      }
    case 'essay': {
      const { guidance } = question
      const lines = guidance === null ? [] : guidance.split('\n').map((line) => `= ${line}`)
      return { lines, marks: ['essay'] }
    }
  }
}
