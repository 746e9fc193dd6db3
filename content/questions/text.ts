import { z } from 'zod'
import { field, line, text as textOf } from '../../lib/schema.ts'
import { readCaseless, readTyped } from '../../lib/typed-text/typed-text.ts'
import { allRight, allWrong, questionType, repeated } from './question-type.ts'

const maxAnswerLength = 500

export const text = questionType({
  means: 'a word or a few',
  written: {
    accepted: field(
      z.array(line(200)).min(1, 'must be at least one').max(50),
      'The answers that are right, however they are typed; marks like accents count',
      ['Paris', 'Paname'],
    ),
    caseSensitive: z.boolean().default(false).describe('Whether `paris` is wrong'),
  },
  faults: (written) => {
    // Compares letters only: listing both ’ and ' was no mistake before they became the same.
    const folded = written.accepted.map((text) => {
      const composed = text.normalize('NFKC')
      return written.caseSensitive ? composed : composed.toLowerCase()
    })
    const twice = folded.findIndex((one, place) => folded.indexOf(one) < place)
    return twice < 0 ? [] : [[`accepted.${twice}`, repeated, 'repeated']]
  },
  shown: {},
  answer: { text: field(textOf(maxAnswerLength), 'Your answer', 'Paris') },
  split: (written) => ({ shown: {}, secret: written }),
  join: ({ secret }) => secret,
  shuffled: () => [],
  show: () => ({}),
  grade: ({ accepted, caseSensitive }, { text }) => {
    const read = caseSensitive ? readTyped : readCaseless
    return accepted.map(read).includes(read(text)) ? allRight : allWrong
  },
  rightAnswer: ({ accepted }) => ({ accepted }),
})
