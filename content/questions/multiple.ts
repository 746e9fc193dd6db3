import { z } from 'zod'
import { field } from '../../lib/schema.ts'
import {
  allRight,
  allWrong,
  index,
  inOrder,
  maxOptions,
  placesOf,
  questionType,
} from './question-type.ts'
import { faultsOfOptions, joinOptions, options, shownOptions, splitOptions } from './single.ts'

const scorings = ['all', 'partial'] as const
export type Scoring = (typeof scorings)[number]

const scoring = z
  .enum(scorings)
  .describe(
    'all: points for exactly the right options; partial: right ones less wrong ones, at least 0',
  )

export const multiple = questionType({
  means: 'any number of several options',
  written: { options, scoring: scoring.default('all') },
  faults: ({ options }) => faultsOfOptions(options),
  shown: { options: shownOptions, scoring },
  answer: {
    choices: field(
      z
        .array(index)
        .max(maxOptions)
        .refine((chosen) => new Set(chosen).size === chosen.length, 'names an option twice'),
      'Indexes of the options, from 0',
      [0, 2],
    ),
  },
  split: ({ options, scoring }) => {
    const { shown, right } = splitOptions(options)
    return { shown: { ...shown, scoring }, secret: { right, scoring } }
  },
  join: ({ shown, secret }) => ({
    options: joinOptions(shown.options, secret.right),
    scoring: secret.scoring,
  }),
  shuffled: ({ options }) => options,
  show: ({ options, scoring }, order) => ({ options: inOrder(options, order), scoring }),
  indexes: ({ choices }) => choices,
  // Allows any number of right options, so that starting an attempt needs to read no secret.
  shares: ({ options, scoring }) =>
    scoring === 'partial' ? options.map((_, place) => place + 1) : [],
  grade: ({ right, scoring }, { choices }, order) => {
    const hits = choices.filter((choice) => right.includes(order[choice] ?? -1)).length
    const misses = choices.length - hits
    if (scoring === 'partial') return { right: Math.max(0, hits - misses), of: right.length }
    return hits === right.length && misses === 0 ? allRight : allWrong
  },
  rightAnswer: ({ right }, order) => ({
    choices: placesOf(right, order).toSorted((one, other) => one - other),
  }),
})
