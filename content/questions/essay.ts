import { field, text } from '../../lib/schema.ts'
import { questionType } from './question-type.ts'

export const maxEssayLength = 20_000

export const essay = questionType({
  means: 'a text, graded by a person',
  written: {
    guidance: field(
      text(10_000).nullable().default(null),
      'For whoever grades it, and nobody else; null for none',
      'Two of the three reasons are enough.',
    ),
  },
  shown: {},
  answer: { text: field(text(maxEssayLength), 'Your text', 'Because a fixed loop holds.') },
  split: (written) => ({ shown: {}, secret: written }),
  join: ({ secret }) => secret,
  shuffled: () => [],
  show: () => ({}),
  rightAnswer: () => ({}),
})
