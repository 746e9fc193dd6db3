import { z } from 'zod'
import { field } from '../../lib/schema.ts'
import {
  index,
  inOrder,
  maxOptions,
  OptionText,
  placesOf,
  type QuestionFault,
  questionType,
  repeated,
  repeatedIn,
  ShownText,
} from './question-type.ts'

export const match = questionType({
  means: 'pairs to be found, each of which counts',
  written: {
    pairs: field(
      z
        .array(z.strictObject({ left: OptionText, right: OptionText }))
        .min(2, 'must be at least 2')
        .max(maxOptions / 2),
      'The pairs to find; several may share their right side',
      [
        { left: 'Bowline', right: 'A loop' },
        { left: 'Sheet bend', right: 'Two ropes' },
      ],
    ),
    others: z
      .array(OptionText)
      .max(maxOptions / 2)
      .default([])
      .describe('More on the right, which belongs to nothing'),
  },
  faults: ({ pairs, others }) => {
    const twice = repeatedIn(pairs.map(({ left }) => left))
    const right = new Set(pairs.map((pair) => pair.right))
    const used = others.findIndex(
      (other, place) => right.has(other) || others.indexOf(other) < place,
    )
    return [
      ...(twice < 0 ? [] : [[`pairs.${twice}.left`, repeated, 'repeated'] as QuestionFault]),
      ...(used < 0 ? [] : [[`others.${used}`, repeated, 'repeated'] as QuestionFault]),
    ]
  },
  shown: {
    left: z.array(ShownText).describe('In the order of the author'),
    right: z.array(ShownText).describe('In no order'),
  },
  answer: {
    pairs: field(
      z.array(index.nullable()).max(maxOptions),
      'For each on the left, the index of what belongs to it, from 0; null for none',
      [1, 0, null],
    ),
  },
  split: ({ pairs, others }) => {
    const right = [...new Set([...pairs.map((pair) => pair.right), ...others])].toSorted()
    return {
      shown: { left: pairs.map(({ left }) => left), right },
      secret: { pairs: pairs.map((pair) => right.indexOf(pair.right)) },
    }
  },
  join: ({ shown, secret }) => ({
    pairs: shown.left.map((left, place) => ({
      left,
      right: shown.right[secret.pairs[place] ?? -1] ?? '',
    })),
    others: shown.right.filter((_, place) => !secret.pairs.includes(place)),
  }),
  shuffled: ({ right }) => right,
  alwaysShuffled: true,
  fixed: {
    texts: ({ left }) => left,
    moved: (answer, places) => ({
      ...answer,
      pairs: places.map((place) => answer.pairs[place] ?? null),
    }),
  },
  show: ({ left, right }, order) => ({ left, right: inOrder(right, order) }),
  indexes: ({ pairs }) => pairs.filter((one) => one !== null),
  count: { wanted: ({ left }) => left.length, given: ({ pairs }) => pairs.length },
  shares: ({ left }) => [left.length],
  grade: (secret, answer, order) => ({
    right: secret.pairs.filter((stored, place) => order[answer.pairs[place] ?? -1] === stored)
      .length,
    of: secret.pairs.length,
  }),
  rightAnswer: (secret, order) => ({ pairs: placesOf(secret.pairs, order) }),
})
