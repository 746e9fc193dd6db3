import { z } from 'zod'
import { field } from '../../lib/schema.ts'
import {
  allRight,
  allWrong,
  index,
  inOrder,
  maxOptions,
  OptionText,
  placesOf,
  questionType,
  repeated,
  repeatedIn,
  ShownText,
} from './question-type.ts'

export const order = questionType({
  means: 'things to put in order',
  written: {
    items: field(
      z.array(OptionText).min(2, 'must be at least 2').max(maxOptions),
      'In the right order',
      ['Make a loop', 'Up through it'],
    ),
  },
  faults: ({ items }) => {
    const twice = repeatedIn(items)
    return twice < 0 ? [] : [[`items.${twice}`, repeated, 'repeated']]
  },
  shown: { items: z.array(ShownText).describe('In no order') },
  answer: {
    order: field(
      z
        .array(index)
        .max(maxOptions)
        .refine((all) => new Set(all).size === all.length, 'names an item twice'),
      'Indexes of the items as shown, from 0, in your order',
      [2, 0, 1],
    ),
  },
  split: ({ items }) => {
    const sorted = items.toSorted()
    return {
      shown: { items: sorted },
      secret: { order: items.map((item) => sorted.indexOf(item)) },
    }
  },
  join: ({ shown, secret }) => ({ items: inOrder(shown.items, secret.order) }),
  shuffled: ({ items }) => items,
  alwaysShuffled: true,
  show: ({ items }, shownAs) => ({ items: inOrder(items, shownAs) }),
  indexes: ({ order }) => order,
  count: { wanted: ({ items }) => items.length, given: ({ order }) => order.length },
  grade: (secret, answer, shownAs) =>
    secret.order.every((stored, place) => shownAs[answer.order[place] ?? -1] === stored)
      ? allRight
      : allWrong,
  rightAnswer: (secret, shownAs) => ({ order: placesOf(secret.order, shownAs) }),
})
