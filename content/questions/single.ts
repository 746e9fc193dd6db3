import { z } from 'zod'
import { field } from '../../lib/schema.ts'
import {
  allRight,
  allWrong,
  index,
  inOrder,
  maxOptions,
  OptionText,
  type Order,
  type QuestionFault,
  questionType,
  repeated,
  repeatedIn,
  ShownText,
} from './question-type.ts'

const Option = z.strictObject({
  text: OptionText,
  right: z.boolean().describe('Whether it is right'),
})
type Option = z.output<typeof Option>

/** The options of a question with one right answer, or with several. */
export const options = field(
  z.array(Option).min(2, 'must be at least 2').max(maxOptions),
  'In the order of the author',
  [
    { text: 'The bowline', right: true },
    { text: 'The slip knot', right: false },
  ],
)

export const shownOptions = z.array(ShownText).describe('In the order of this attempt')

export function faultsOfOptions(all: readonly Option[]): QuestionFault[] {
  const twice = repeatedIn(all.map(({ text }) => text))
  const none: QuestionFault[] = all.some(({ right }) => right)
    ? []
    : [['options', 'have no right one: mark at least one as right', 'noRightAnswer']]
  return twice < 0 ? none : [...none, [`options.${twice}.text`, repeated, 'repeated']]
}

export function splitOptions(all: readonly Option[]) {
  return {
    shown: { options: all.map(({ text }) => text) },
    right: all.flatMap(({ right }, place) => (right ? place : [])),
  }
}

export function joinOptions(texts: readonly string[], right: readonly number[]): Option[] {
  return texts.map((text, place) => ({ text, right: right.includes(place) }))
}

export const single = questionType({
  means: 'one of several options',
  written: { options },
  faults: ({ options }) => {
    const right = options.filter(({ right }) => right).length
    const several = 'have several right ones: mark one, or make it of type multiple'
    return [
      ...faultsOfOptions(options),
      ...(right > 1 ? [['options', several, 'severalRight'] as QuestionFault] : []),
    ]
  },
  shown: { options: shownOptions },
  answer: { choice: field(index, 'Index of the option, from 0', 1) },
  split: ({ options }) => {
    const { shown, right } = splitOptions(options)
    return { shown, secret: { right } }
  },
  join: ({ shown, secret }) => ({ options: joinOptions(shown.options, secret.right) }),
  shuffled: ({ options }) => options,
  show: ({ options }, order) => ({ options: inOrder(options, order) }),
  indexes: ({ choice }) => [choice],
  grade: ({ right }, { choice }, order) => (isRight(right, choice, order) ? allRight : allWrong),
  rightAnswer: ({ right }, order) => ({ choice: order.indexOf(right[0] ?? -1) }),
})

function isRight(right: readonly number[], choice: number, order: Order): boolean {
  return right.includes(order[choice] ?? -1)
}
