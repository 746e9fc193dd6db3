import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { forAllTests, startApi } from '../../test/api.ts'
import { inputReader } from './input.ts'

const api = await forAllTests(startApi())
const { token } = await api.given.learner()

describe('a number in a query string is a number or refused', () => {
  test.each(['1', '100', '20'])('limit=%s', async (limit) => {
    expect((await api.request(`GET /api/courses?limit=${limit}`, { token })).status).toBe(200)
  })
  test.each([
    '',
    'abc',
    '0',
    '101',
    '-1',
    '1.5',
    '1e1',
    '0x10',
    '%201',
    '1%20',
    'null',
    'true',
    'NaN',
    'Infinity',
    '9007199254740993',
    '1&limit=2',
    '٣',
  ])('limit=%s', async (limit) => {
    const { status, body } = await api.request(`GET /api/courses?limit=${limit}`, { token })
    expect([status, body.error, body.issues?.[0]?.path]).toEqual([400, 'InvalidFields', 'limit'])
  })
})

test('over tRPC nothing is converted, even after REST has converted', async () => {
  await api.request('GET /api/courses?limit=5', { token })
  for (const limit of ['5', null, true, '', [5]]) {
    const input = encodeURIComponent(JSON.stringify({ limit }))
    const { status, body } = await api.request(`GET /trpc/courses.list?input=${input}`, { token })
    expect([limit, status, body.error.data.issues[0].path]).toEqual([limit, 400, 'limit'])
  }
})

test('in a body nothing is converted, over REST and tRPC', async () => {
  const course = await api.given.course()
  const [lesson] = course.lessons
  for (const wrong of [
    { completed: 'false' },
    { completed: 0 },
    { completed: null },
    { percent: '50' },
    { percent: null },
    { percent: '' },
  ]) {
    for (const address of ['POST /api/progress/update', 'POST /trpc/progress.update']) {
      const { status, body } = await api.request(address, {
        token,
        body: { lessonId: lesson?.id, ...wrong },
      })
      const problem = body.error?.data ?? body
      expect([address, wrong, status, problem.issues?.[0]?.path]).toEqual([
        address,
        wrong,
        400,
        Object.keys(wrong)[0],
      ])
    }
  }
})

describe('text becomes what the schema declares, or stays text', () => {
  const schema = z.object({
    flag: z.boolean().optional(),
    many: z.number().default(1),
    few: z.number().nullable(),
    word: z.string(),
  })
  const convert = (query: Record<string, unknown>) =>
    inputReader(schema, { hasBody: false })({ body: undefined, query, params: {} })

  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ flag: 'false' }, { flag: false }],
    [{ flag: 'true' }, { flag: true }],
    [{ flag: '' }, { flag: '' }],
    [{ flag: '0' }, { flag: '0' }],
    [{ flag: 'TRUE' }, { flag: 'TRUE' }],
    [{ many: '-3.5' }, { many: -3.5 }],
    [{ many: '' }, { many: '' }],
    [{ few: 'null' }, { few: 'null' }],
    [{ few: ['1', '2'] }, { few: ['1', '2'] }],
    [{ word: '5' }, { word: '5' }],
    [{ unknown: 'true' }, { unknown: 'true' }],
  ])('%j → %j', (query, expected) => {
    expect(convert(query)).toEqual(expected)
  })

  test('a parameter of the path takes precedence over the query and the body', () => {
    const both = { query: { word: 'query' }, body: { word: 'body' }, params: { word: 'path' } }
    expect(inputReader(schema, { hasBody: false })(both)).toEqual({ word: 'path' })
    expect(inputReader(schema, { hasBody: true })(both)).toEqual({ word: 'path' })
  })
})
