import { isDeepStrictEqual } from 'node:util'
import { numberText } from './number.ts'
import { maxPoints, type Question } from './question-types.ts'
import { keyOf, type Pool, questionsMark, readQuizText } from './read-quiz-text.ts'

/** The Markdown of which readQuizText() reads the same again. */
export function writeQuizText(content: string, pools: readonly Pool[], lessonKey: string): string {
  const questions = pools.flatMap((pool, at) => [
    ...(at === 0 && pool.title === null && pool.take === null ? [] : [writePool(pool)]),
    ...pool.questions.map((question) => writeQuestion(question, lessonKey)),
  ])
  const hasHeadings = /^#{1,2} /mu.test(content)
  const head = [...(content === '' ? [] : [content]), ...(hasHeadings ? [questionsMark] : [])]
  return [...head, ...questions].join('\n\n')
}

function writePool({ title, take }: Pool): string {
  return `# ${title ?? 'Questions'}${take === null ? '' : ` {take=${take}}`}`
}

/** Readable if it can be read back, else as JSON. */
function writeQuestion(question: Question, lessonKey: string): string {
  const readable = writeReadable(question, lessonKey)
  const read = readQuizText(readable, lessonKey)
  const isSame =
    'pools' in read &&
    read.content === '' &&
    isDeepStrictEqual(read.pools[0]?.questions, [question])
  if (isSame) return readable
  const { key: _, title, points: __, ...fields } = question
  const json = JSON.stringify(fields, null, 2)
  return [headingOf(question, { lessonKey, marks: [] }), `\`\`\`question\n${json}\n\`\`\``].join(
    '\n\n',
  )
}

function headingOf(
  { key, title, points }: Question,
  { lessonKey, marks }: { lessonKey: string; marks: string[] },
): string {
  const attributes = [
    ...(key === keyOf(lessonKey, title) ? [] : [`#${key}`]),
    ...(points === 1 ? [] : [`points=${Math.min(points, maxPoints)}`]),
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

/** How its answers stand below it, and the words of its heading that they need. */
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
      return { lines: [`= ${question.accepted.map(numberText).join(' | ')}`], marks: [] }
    case 'text': {
      const isNumeric = question.accepted.every((one) => /^[-+\d.,± …]+$/u.test(one))
      const marks = [...(isNumeric ? ['text'] : []), ...(question.caseSensitive ? ['case'] : [])]
      return { lines: [`= ${question.accepted.join(' | ')}`], marks }
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
