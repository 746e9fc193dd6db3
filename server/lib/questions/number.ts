import { z } from 'zod'
import { field } from '../schema.ts'
import { compareDecimals, type Decimal, minus, readDecimal, sizeOf } from './decimal.ts'
import { allRight, allWrong, questionType } from './question-type.ts'

const words = 'must be a decimal number, like 3.14'

const DecimalText = z
  .string()
  .max(82)
  .overwrite((text) => text.trim())
  .refine((text) => readDecimal(text) !== undefined, words)

/** Numbers are text: 0.1 as a float is not the number that its author wrote. */
const numbers = z
  .array(
    z.union(
      [
        z.strictObject({
          value: field(DecimalText, 'The number', '3.14'),
          tolerance: field(DecimalText.default('0'), 'How far off is right as well', '0.01'),
        }),
        z.strictObject({
          from: field(DecimalText, 'The least number that is right', '3.13'),
          to: field(DecimalText, 'The greatest one', '3.15'),
        }),
      ],
      'must have a `value`, with or without a `tolerance`, or `from` and `to`',
    ),
  )
  .min(1, 'must be at least one')
  .max(20)
  .meta({
    description: 'The numbers that are right',
    examples: [[{ value: '3.14', tolerance: '0.01' }]],
  })
type Numbers = z.output<typeof numbers>

export const number = questionType({
  means: 'a decimal number',
  written: { numbers },
  faults: ({ numbers }) =>
    numbers.flatMap((one, place): [string, string][] => {
      if ('value' in one)
        return decimal(one.tolerance).digits < 0n
          ? [[`numbers.${place}.tolerance`, 'must not be negative']]
          : []
      const isEmpty = compareDecimals(decimal(one.from), decimal(one.to)) > 0
      return isEmpty ? [[`numbers.${place}.to`, 'must not be below `from`']] : []
    }),
  shown: {},
  answer: {
    number: field(
      z
        .string()
        .max(82)
        .refine((text) => readDecimal(text) !== undefined, words),
      'A decimal number, with a point or a comma',
      '3.14',
    ),
  },
  split: ({ numbers }) => ({ shown: {}, secret: { numbers } }),
  join: ({ secret }) => secret,
  shuffled: () => [],
  show: () => ({}),
  grade: ({ numbers }, { number }) => (numbers.some(takes(number)) ? allRight : allWrong),
  rightAnswer: ({ numbers }) => ({ accepted: numbers.map(numberText) }),
})

/** As it stands in Markdown. */
export function numberText(one: Numbers[number]): string {
  if ('from' in one) return `${one.from} … ${one.to}`
  return one.tolerance === '0' ? one.value : `${one.value} ± ${one.tolerance}`
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
