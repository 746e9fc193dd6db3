import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readCourseFolder } from '../../../../books/folder/course-folder.ts'
import { courseFolder } from '../../../../books/folder/test-support.ts'
import { findCourseId } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { exportCourse } from '../../authoring/import/zip/export-course.ts'
import { publish } from '../../authoring/moves/test-support.ts'
import { publishTerms } from '../../authoring/versions/publish-terms.ts'
import { givenProgram, type ProgramOptions } from './test-support.ts'

const api = await forAllTests(startApi())

async function programYaml(slug: string): Promise<string> {
  const courseId = await findCourseId(api.deps.db, slug)
  const { zip } = await exportCourse(api.deps, { courseId: courseId ?? '' })
  const bytes = Buffer.concat(await zip.toArray())
  const { openZip } = await import('../../authoring/import/zip/open-zip.ts')
  const { writeFile } = await import('node:fs/promises')
  await using folder = await courseFolder({})
  await writeFile(`${folder.path}/it.zip`, bytes)
  const limits = { maxBytes: 1_000_000, maxEntries: 100 }
  const files = await openZip(`${folder.path}/it.zip`, 'it.zip', limits)
  return Buffer.from(
    await files.read('program.yaml', { maxBytes: 100_000, mention: { file: 'it.zip', line: 0 } }),
  ).toString()
}

test('a program.yaml is imported, and exported as it was', async () => {
  const [first, second] = [await api.given.course({ title: 'Knots' }), await api.given.course()]
  const slug = `program-${crypto.randomUUID()}`
  const written = `slug: ${slug}
title: A program
summary: Knots and more.
language: en
price:
  amount: 4900
  currency: EUR
order: sequence
choose: 1
courses:
  - course: ${first.slug}
  - course: ${second.slug}
    title: More
    minutes: 7
    required: false
    requires:
      - ${first.slug}
    available: 7 days after enrollment
`
  await using folder = await courseFolder({ 'program.yaml': written })
  await publishCourse(api.deps, (await readCourseFolder(folder.path)).course)

  const exported = await programYaml(slug)
  expect(exported).toContain(`  - course: ${first.slug}\n    title: Knots\n    minutes: `)
  await using again = await courseFolder({ 'program.yaml': exported })
  const published = await publishCourse(api.deps, (await readCourseFolder(again.path)).course)

  expect(published.outcome).toBe('unchanged')
  expect(await programYaml(slug)).toBe(exported)
})

test('mistakes of a program.yaml are shown by their lines', async () => {
  await using folder = await courseFolder({
    'program.yaml':
      'slug: a\ntitle: A\nsummary: B\nlanguage: en\nprice: { amount: 0, currency: EUR }\ncourses:\n' +
      '  - course: knots\n    requires: [hitches]\n  - corse: knots\n',
  })
  const refusal = await readCourseFolder(folder.path).catch((error: Error) => error)
  expect(String(refusal)).toContain('program.yaml:9: this file has no field "corse"')
})

test('a program of the API names published courses, each once, and enough to choose from', async () => {
  const { owner, courseId } = await givenTeam(api, { kind: 'program', choose: 2 })
  const course = await api.given.course()
  const program = await givenProgram(api, { courses: [course] })
  const unpublished = await givenTeam(api)
  // Makes the author own every named course, to leave only the other faults.
  await api.deps.db.execute(sql`
    insert into course_members (course_id, user_id, role, added_at)
    select id, ${owner.id}, 'owner', now() from courses
    where id in (${course.id}, ${program.id}, ${unpublished.courseId})`)
  const { drafts, authoring } = api.as(owner)
  const problems = async () => (await drafts.impact.query({ courseId })).problems
  let { revision } = await drafts.get.query({ courseId })
  const add = async (key: string, slug: string, required = true) => {
    const made = await drafts.createLesson.mutate({
      ...{ courseId, revision, key, required, type: 'course', course: { slug } },
    })
    revision = made.draftRevision
    return made
  }

  expect((await problems()).map(({ message }) => message)).toContain(
    'The program has no courses: add one, or discard the draft.',
  )
  expect(await add('first', course.slug)).toMatchObject({ title: course.title })
  await add('twice', course.slug, false)
  await add('unknown', 'no-such-course')
  await add('program', program.slug)
  await add('draft', unpublished.slug)

  expect((await authoring.get.query({ courseId })).kind).toBe('program')
  expect(
    (await problems()).filter(({ severity }) => severity === 'error').map(({ path }) => path),
  ).toEqual([
    'choose',
    'lessons.twice.course',
    'lessons.unknown.course',
    'lessons.program.course',
    'lessons.draft.course',
  ])
})

const problemsOf = (options: ProgramOptions) =>
  givenProgram(api, options).then(
    () => [],
    ({ name, issues }) => [name, ...issues.map(({ path }: { path: string }) => path)],
  )

test('a course that requires a program is not made part of it', async () => {
  const { slug: program } = await givenProgram(api, { courses: [await api.given.course()] })
  const { slug } = await publish(api, ['one'], { requires: [program] })
  const refused = ['DraftHasProblems', `lessons.${slug}.course`]
  expect(await problemsOf({ slug: program, courses: [{ slug }] })).toEqual(refused)
})

test('in a sequence no course comes before one that it requires, also when only terms change', async () => {
  const first = await api.given.course()
  const second = await publish(api, ['one'], { requires: [first.slug] })
  const courses = [second, first]
  const refused = ['DraftHasProblems', `lessons.${second.slug}.requires`]
  expect(await problemsOf({ courses, order: 'sequence' })).toEqual(refused)
  const { id } = await givenProgram(api, { courses })
  const changed = publishTerms(api.deps, { courseId: id, terms: { order: 'sequence' } })
  await expect(changed).rejects.toMatchObject({ issues: [{ path: 'order' }] })
})

test('a key of a program stays that of its course: whoever completed it has completed no other', async () => {
  const [first, second] = [await api.given.course(), await api.given.course()]
  const { slug } = await givenProgram(api, { courses: [first], keys: ['one'] })
  const refused = ['DraftHasProblems', 'lessons.one.course']
  expect(await problemsOf({ slug, courses: [second], keys: ['one'] })).toEqual(refused)
})

test('the catalogue lists programs apart from courses', async () => {
  const reader = await api.given.learner()
  const course = await api.given.course()
  const { id, slug } = await givenProgram(api, { courses: [course], title: 'Sailing at sea' })
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map((item) => item.id)

  for (const input of [{}, { q: 'sailing' }]) {
    expect(idsOf(await api.as(reader).programs.list.query(input))).toContain(id)
    expect(idsOf(await api.as(reader).courses.list.query(input))).not.toContain(id)
  }
  expect(await api.as(reader).programs.get.query({ idOrSlug: slug })).toMatchObject({
    id,
    kind: 'program',
  })
  await expect(api.as(reader).programs.get.query({ idOrSlug: course.id })).rejects.toThrow()
})
