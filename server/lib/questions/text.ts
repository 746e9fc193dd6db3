import { z } from 'zod'
import { field, line, text as textOf } from '../schema.ts'
import { allRight, allWrong, questionType, repeated } from './question-type.ts'

const maxAnswerLength = 500

export const text = questionType({
  means: 'a word or a few',
  written: {
    accepted: field(
      z.array(line(200)).min(1, 'must be at least one').max(50),
      'The answers that are right, whatever their white space',
      ['Paris', 'Paname'],
    ),
    caseSensitive: z.boolean().default(false).describe('Whether `paris` is wrong'),
  },
  faults: (written) => {
    const folded = written.accepted.map(foldedFor(written))
    const twice = folded.findIndex((one, place) => folded.indexOf(one) < place)
    return twice < 0 ? [] : [[`accepted.${twice}`, repeated]]
  },
  shown: {},
  answer: { text: field(textOf(maxAnswerLength), 'Your answer', 'Paris') },
  split: (written) => ({ shown: {}, secret: written }),
  join: ({ secret }) => secret,
  shuffled: () => [],
  show: () => ({}),
  grade: (secret, { text }) => {
    const folded = foldedFor(secret)
    return secret.accepted.map(folded).includes(folded(text)) ? allRight : allWrong
  },
  rightAnswer: ({ accepted }) => ({ accepted }),
})

/** As it is compared: characters that look the same are the same, and so is any white space. */
function foldedFor({ caseSensitive }: { caseSensitive: boolean }): (text: string) => string {
  return (text) => {
    const folded = text.normalize('NFKC').trim().replace(/\s+/gu, ' ')
    return caseSensitive ? folded : folded.toLowerCase().normalize('NFKC')
  }
}
