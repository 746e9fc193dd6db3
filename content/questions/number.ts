import { z } from 'zod'
import { field } from '../../lib/schema.ts'
import { readNumber } from '../../lib/typed-text/read-number.ts'
import { compareDecimals, type Decimal, minus, readDecimal, sizeOf } from './decimal.ts'
import {
  allRight,
  allWrong,
  type QuestionFault,
  questionType,
  type Unclear,
} from './question-type.ts'

const words = 'must be a decimal number, like 3.14'

/** A typed number; unless plain or ambiguous, it is stored as a plain decimal. */
const TypedNumber = z
  .string()
  .max(82)
  .refine((text) => readNumber(text) !== undefined, words)
  .overwrite((text) => {
    const read = readNumber(text)
    const isPlain = readDecimal(text) !== undefined
    return !isPlain && read !== undefined && 'number' in read ? read.number : text.trim()
  })

/** Returns both readings; null if there is only one. In a stored number the decimal one counts. */
function readingsOf(text: string): [string, string] | null {
  const read = readNumber(text)
  return read !== undefined && 'readings' in read ? read.readings : null
}

/** Numbers are text: 0.1 as a float is not the number that its author wrote. */
const numbers = field(
  z
    .array(
      z.union(
        [
          z.strictObject({
            value: field(TypedNumber, 'The number', '3.14'),
            tolerance: field(TypedNumber.default('0'), 'How far off is right as well', '0.01'),
          }),
          z.strictObject({
            from: field(TypedNumber, 'The least number that is right', '3.13'),
            to: field(TypedNumber, 'The greatest one', '3.15'),
          }),
        ],
        'must have a `value`, with or without a `tolerance`, or `from` and `to`',
      ),
    )
    .min(1, 'must be at least one')
    .max(20),
  'The numbers that are right',
  [{ value: '3.14', tolerance: '0.01' }],
)
type Numbers = z.output<typeof numbers>

export const number = questionType({
  means: 'a decimal number',
  written: { numbers },
  faults: ({ numbers }) => [
    ...ambiguousIn(numbers).map(
      ({ path, readings }): QuestionFault => [
        path,
        `may be ${readings.join(' or ')}: write which`,
        'ambiguous',
      ],
    ),
    ...numbers.flatMap((one, place): QuestionFault[] => {
      if ('value' in one)
        return decimal(one.tolerance).digits < 0n
          ? [[`numbers.${place}.tolerance`, 'must not be negative', 'reversed']]
          : []
      const isEmpty = compareDecimals(decimal(one.from), decimal(one.to)) > 0
      return isEmpty ? [[`numbers.${place}.to`, 'must not be below `from`', 'reversed']] : []
    }),
  ],
  shown: {},
  answer: {
    number: field(
      TypedNumber,
      'A number as people write it. One that may be two, like 1,000, is refused with both',
      '3.14',
    ),
  },
  unclear: ({ number }) => {
    const readings = readingsOf(number)
    return readings === null ? [] : [{ path: 'number', readings }]
  },
  split: ({ numbers }) => ({ shown: {}, secret: { numbers } }),
  join: ({ secret }) => ({ numbers: unambiguous(secret.numbers) }),
  shuffled: () => [],
  show: () => ({}),
  grade: ({ numbers }, { number }) => (numbers.some(takes(number)) ? allRight : allWrong),
  rightAnswer: ({ numbers }) => ({ accepted: numbers.map(numberText) }),
})

/** Writes a number as it stands in Markdown. */
export function numberText(one: Numbers[number]): string {
  if ('from' in one) return `${one.from} … ${one.to}`
  return one.tolerance === '0' ? one.value : `${one.value} ± ${one.tolerance}`
}

/** Finds ambiguous numbers, unless one beside them shows which separator is the decimal one. */
function ambiguousIn(numbers: Numbers): Unclear[] {
  const all = numbers.flatMap((one, place) =>
    Object.entries(one).map(([name, text]) => ({ path: `numbers.${place}.${name}`, text })),
  )
  const decimals = all.flatMap(({ text }) =>
    readingsOf(text) === null ? (/[.,]/u.exec(text)?.[0] ?? []) : [],
  )
  return all.flatMap(({ path, text }) => {
    const readings = readingsOf(text)
    const isTold = decimals.some((sign) => text.includes(sign))
    return readings === null || isTold ? [] : [{ path, readings }]
  })
}

/** Spells ambiguous numbers as decimals, which is what they were in an earlier release. */
export function unambiguous(numbers: Numbers): Numbers {
  const told = new Map(ambiguousIn(numbers).map(({ path, readings }) => [path, readings[1]]))
  const spelled = numbers.map((one, place) =>
    Object.fromEntries(
      Object.entries(one).map(([name, text]) => [
        name,
        told.get(`numbers.${place}.${name}`) ?? text,
      ]),
    ),
  )
  return spelled as Numbers
}

function decimal(text: string): Decimal {
  return readDecimal(text) ?? { digits: 0n, scale: 0 }
}

function takes(answer: string): (one: Numbers[number]) => boolean {
  const given = readDecimal(answer)
  return (one) => {
    if (given === undefined) return false
    if ('value' in one)
      return compareDecimals(sizeOf(minus(given, decimal(one.value))), decimal(one.tolerance)) <= 0
    const { from, to } = one
    return compareDecimals(given, decimal(from)) >= 0 && compareDecimals(given, decimal(to)) <= 0
  }
}
