import { expect, test } from 'vitest'
import { quiz as quizType } from '../../../../content/lessons/quiz.ts'
import { readConfig } from '../../../config/config.ts'
import { operationsOfCatalogue } from '../../../config/school-settings.ts'
import { operationsOf } from '../../../http/operations.ts'
import { appRouter } from '../../../router.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { publish } from '../../authoring/moves/test-support.ts'
import { givenProgram } from '../../learning/programs/test-support.ts'
import { archiveCourse } from './archive-course.ts'

const databaseUrl = await makeTestDatabase()
const closed = await forAllTests(startApi({ databaseUrl }))
const open = await forAllTests(
  startApi({
    databaseUrl,
    config: {
      publicOperations: [...operationsOfCatalogue],
      subjectNames: { sailing: { de: 'Segeln' } },
    },
  }),
)
const asked = quizType.own.written.parse({
  pools: [
    {
      questions: [
        {
          ...{ key: 'holds', type: 'single', title: 'canary-question' },
          options: [
            { text: 'canary-right', right: true },
            { text: 'canary-wrong', right: false },
          ],
          explanation: 'canary-explanation',
        },
      ],
    },
  ],
})
const course = await publish(
  open,
  [
    { key: 'look', preview: true, content: 'Look here.' },
    { key: 'kept', content: 'canary-of-the-text' },
    { key: 'later', preview: true, details: { available: '2999-01-01' } },
    { key: 'asked', preview: true, type: 'quiz', details: { quiz: asked } },
  ],
  { slug: 'sailing-knots', title: 'Knots', categories: ['sailing'] },
)
const program = await givenProgram(open, {
  ...{ courses: [course], slug: 'skipper', title: 'Skipper', summary: 'Knots and more.' },
  categories: ['sailing'],
})

const addresses: Record<(typeof operationsOfCatalogue)[number], string> = {
  'courses.list': '/courses?kind=all',
  'courses.get': '/courses/sailing-knots',
  'courses.subjects': '/subjects',
  'programs.list': '/programs',
  'programs.get': '/programs/skipper',
  'lessons.preview': '/courses/sailing-knots/previews/look',
}

test.each(Object.entries(addresses))('one switch opens %s to strangers', async (_name, path) => {
  const address = `GET /api/v1${path}` as const
  expect((await closed.request(address)).status).toBe(401)
  expect((await open.request(address)).status).toBe(200)
})

test('the switch opens these and nothing else, whatever PUBLIC_OPERATIONS names beside them', () => {
  const base = { NODE_ENV: 'test', PUBLIC_OPERATIONS: 'courses.list, certificates.verify' }
  const opened = [...operationsOfCatalogue, 'certificates.verify'].sort()
  const { publicOperations } = readConfig({ ...base, PUBLIC_CATALOGUE: 'true' })
  expect([...publicOperations].sort()).toEqual(opened)
  expect(readConfig(base).publicOperations).toEqual(['courses.list', 'certificates.verify'])
  const openable = operationsOf(appRouter).filter(({ access }) => access === 'user unless public')
  expect(openable.map(({ name }) => name).sort()).toEqual(opened)
})

test('strangers read previews of what is published, and never another text', async () => {
  const read = (key: string) => open.request(`GET /api/v1/courses/sailing-knots/previews/${key}`)
  const look = await read('look')
  expect(look.body).toMatchObject({ key: 'look', content: 'Look here.', preview: true })
  expect(look.body.progress).toBeUndefined()
  for (const key of ['kept', 'later', 'none'])
    expect([key, (await read(key)).body.error]).toEqual([key, 'LessonNotFound'])

  // Says how long it is, and nothing that it asks.
  const quiz = await read('asked')
  expect(quiz.body).toMatchObject({ type: 'quiz', quiz: { questions: 1, points: 1 } })
  const whole = (await open.request('GET /api/v1/courses/sailing-knots')).text
  expect(look.text + quiz.text + whole).not.toContain('canary')
})

test('a course that is withdrawn or not yet published is none for strangers', async () => {
  const gone = await publish(open, [{ key: 'look', preview: true }], { slug: 'gone-away' })
  await archiveCourse(open.deps, gone.id)
  for (const path of ['courses/gone-away', 'courses/gone-away/previews/look'])
    expect((await open.request(`GET /api/v1/${path}`)).status).toBe(404)
  expect((await open.request('GET /api/v1/courses?kind=all&limit=100')).text).not.toContain('gone')
})

test('courses and programs are ranked together where both are asked for', async () => {
  const slugsOf = async (query: string) => {
    const { body } = await open.request(`GET /api/v1/courses?${query}`)
    return body.items.map(({ slug }: { slug: string }) => slug)
  }
  expect(await slugsOf('kind=all&category=sailing')).toEqual(['skipper', 'sailing-knots'])
  expect(await slugsOf('kind=all&q=knots&category=sailing')).toEqual(['sailing-knots', 'skipper'])
  expect(await slugsOf('category=sailing')).toEqual(['sailing-knots'])
  expect(await slugsOf('kind=program&q=knots')).toEqual(['skipper'])
  const first = await open.request('GET /api/v1/courses?kind=all&category=sailing&limit=1')
  const next = `category=sailing&limit=1&cursor=${first.body.nextCursor}`
  expect(await slugsOf(`kind=all&${next}`)).toEqual(['sailing-knots'])
  expect((await open.request(`GET /api/v1/courses?${next}`)).status).toBe(400)
  expect(program.slug).toBe('skipper')
})

test('subjects are counted, and named as the school names them', async () => {
  const { body } = await open.request('GET /api/v1/subjects')
  expect(body.items).toEqual([{ slug: 'sailing', courses: 2, names: { de: 'Segeln' } }])
})
