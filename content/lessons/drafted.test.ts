import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { drafted } from './drafted.ts'
import { lacksIn } from './lacks.ts'
import { ownTypes } from './types.ts'

const question = {
  key: 'holds',
  title: 'Which knot holds?',
  type: 'single',
  options: [
    { text: ' The  bowline', right: true },
    { text: 'The slip knot', right: false },
  ],
}
const whole: Record<string, object> = {
  video: { sources: [{ file: 'knot.webm' }, { url: 'https://example.org/knot.mp4' }] },
  file: { file: 'sheet.pdf' },
  link: { url: 'https://example.org/' },
  quiz: { pools: [{ questions: [question] }] },
  assignment: {
    rubric: [{ title: 'Holds', levels: ['No', 'Yes'].map((title, points) => ({ title, points })) }],
  },
  course: { slug: 'knots' },
}

describe('what is complete is taken as it would be published', () => {
  test.each(ownTypes.map(({ type, written }) => [type, written] as const))(
    '%s',
    (type, written) => {
      const value = written.parse(whole[type])
      expect(drafted(written).parse(whole[type])).toEqual(value)
      expect(lacksIn(written, value)).toEqual([])
    },
  )
})

test('blank texts and short lists are taken; long, malformed and unknown ones are not', () => {
  const link = z.string().min(3).max(20).startsWith('https://')
  const strict = z.strictObject({ link, all: z.array(link).min(1).max(2), none: link.nullable() })
  const schema = drafted(strict)
  const pathsOf = (value: object) =>
    schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(schema.parse({ link: ' ', all: [], none: null })).toEqual({
    link: '',
    all: [],
    none: null,
  })
  const right = 'https://a.example'
  expect(pathsOf({ link: right, all: ['', right], none: '' })).toEqual([])
  expect(pathsOf({ link: 'javascript:', all: ['', '', ''], none: right })).toEqual(['link', 'all'])
  expect(pathsOf({ link: `${right}/and/more`, all: [1], none: right })).toEqual(['link', 'all.0'])
  expect(pathsOf({ link: right, all: [], none: null, more: 1 })).toEqual([''])
})
