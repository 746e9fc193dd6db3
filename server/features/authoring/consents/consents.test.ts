import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam, type Team } from '../../../test/authoring.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { givenProgram } from '../../learning/programs/test-support.ts'
import { givenKey } from '../../people/api-keys/test-support.ts'
import { publishCourse } from '../import/publish-course.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

/** Creates a published course with a price, and its owner. */
async function givenSold(): Promise<GivenCourse & { owner: GivenUser }> {
  const [course, owner] = [
    await api.given.course({ price: { amount: 99_000, currency: 'EUR' } }),
    await api.given.learner(),
  ]
  await makeOwner(course.id, owner)
  return { ...course, owner }
}

async function makeOwner(courseId: string, { email }: GivenUser): Promise<void> {
  await api.as(admin).members.add.mutate({ courseId, email, role: 'owner' })
}

type Program = Pick<Team, 'courseId' | 'owner' | 'author'>

/** Names the courses in the draft of a program. */
async function name(program: Program, courses: readonly { slug: string }[]): Promise<void> {
  const { courseId } = program
  const { drafts } = api.as(program.author)
  for (const { slug } of courses) {
    const { revision } = await drafts.get.query({ courseId })
    await drafts.createLesson.mutate({
      ...{ courseId, revision, section: 0, key: slug, title: 'A course', type: 'course' },
      ...{ minutes: 1, content: '', course: { slug } },
    } as never)
  }
}

async function publish({ courseId }: Program, { token }: { token: string }) {
  const { drafts, authoring } = api.as(admin)
  const { revision } = await drafts.get.query({ courseId })
  const { version } = await authoring.get.query({ courseId })
  return api.request(`POST /api/v1/authoring/courses/${courseId}/draft/publish`, {
    token,
    body: { revision, baseVersion: version },
  })
}

const decide = (
  course: GivenCourse & { owner: GivenUser },
  { courseId }: Program,
  allowed: boolean,
) =>
  api.as(course.owner).consents.decide.mutate({ courseId: course.id, programId: courseId, allowed })

const givenProgramTeam = async () => {
  const team = await givenTeam(api, { kind: 'program' })
  const { drafts } = api.as(team.author)
  const { revision } = await drafts.get.query({ courseId: team.courseId })
  await drafts.replaceOutline.mutate({
    ...{ courseId: team.courseId, revision, sections: [{ title: 'All', lessons: [] }] },
  })
  return team
}

test('a program gives away no course of a stranger, until an owner of the course lets it', async () => {
  const [course, program] = [await givenSold(), await givenProgramTeam()]
  await name(program, [course])
  for (const member of [program.author, program.owner]) {
    const { problems } = await api.as(member).drafts.impact.query({ courseId: program.courseId })
    expect(problems).toMatchObject([{ severity: 'error', path: `lessons.${course.slug}.course` }])
    const { status, body } = await publish(program, member)
    expect([status, body.error]).toEqual([403, 'ConsentMissing'])
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
      `lessons.${course.slug}.course`,
    ])
  }
  const decided = await decide(course, program, true)
  expect(decided).toMatchObject({ allowed: true, isNamed: false })
  expect((await publish(program, program.author)).status).toBe(200)
  const { items } = await api.as(course.owner).consents.list.query({ courseId: course.id })
  expect(items).toMatchObject([{ programId: program.courseId, allowed: true, isNamed: true }])
})

test('neither does a key of an administrator; the administrator may, on record', async () => {
  const [course, program] = [await givenSold(), await givenProgramTeam()]
  await name(program, [course])
  const key = await givenKey(api, ['authoring:read', 'authoring:write'], {
    courseIds: [program.courseId],
  })
  expect((await publish(program, key)).body.error).toBe('ConsentMissing')
  expect((await publish(program, admin)).status).toBe(200)
  const { rows } = await api.deps.db.execute(sql`
    select details from audit_events
    where event = 'program-extended' and actor = ${`user:${admin.id}`}
      and details->>'courseId' = ${program.courseId}`)
  expect(rows).toEqual([{ details: { courseId: program.courseId, courses: course.slug } }])
})

test('owners of the course publish it in their programs, as long as they own it', async () => {
  const [course, program] = [await givenSold(), await givenProgramTeam()]
  await name(program, [course])
  await makeOwner(course.id, program.author)
  const removed = { courseId: course.id, userId: program.author.id }
  await api.as(course.owner).members.remove.mutate(removed)
  expect((await publish(program, program.author)).body.error).toBe('ConsentMissing')
  await makeOwner(course.id, program.author)
  expect((await publish(program, program.author)).status).toBe(200)
})

test('withdrawn, the next version goes without the course, and nobody loses it', async () => {
  const [course, other, program] = [await givenSold(), await givenSold(), await givenProgramTeam()]
  await decide(course, program, true)
  await name(program, [course])
  await publish(program, program.author)
  const learner = await api.given.learner()
  await api.as(learner).transactions.create.mutate({ courseIds: [program.courseId] })
  await decide(course, program, false)
  const { items } = await api.as(learner).me.courses.query({})
  expect(items.map(({ courseId, status }) => [courseId, status])).toContainEqual([
    course.id,
    'active',
  ])

  await decide(other, program, true)
  await name(program, [other])
  expect((await publish(program, program.author)).body.error).toBe('ConsentMissing')
  const { drafts } = api.as(program.author)
  const { revision } = await drafts.getLesson.query({
    courseId: program.courseId,
    key: course.slug,
  })
  await drafts.deleteLesson.mutate({ courseId: program.courseId, key: course.slug, revision })
  expect((await publish(program, program.author)).status).toBe(200)
})

test('what a program had before anybody was asked, it keeps in its next versions', async () => {
  const [course, another] = [await givenSold(), await givenSold()]
  const program = await givenProgram(api, { courses: [course] })
  const content = (courses: readonly GivenCourse[]) => ({
    ...{ slug: program.slug, kind: 'program' as const, title: 'Again', summary: 'Courses.' },
    ...{ language: 'en', price: { amount: 0, currency: 'USD' } },
    sections: [
      {
        title: 'Courses',
        lessons: courses.map(({ slug }) => ({
          ...{ key: slug, title: '', type: 'course' as const, minutes: 0, required: true },
          ...{ preview: false, content: '', details: { course: { slug } } },
        })),
      },
    ],
  })
  // Publishes like a git source whose setter owns nothing.
  const publisher = { userId: null }
  const again = await publishCourse(api.deps, content([course]), { publisher })
  expect(again.outcome).toBe('new version')
  const grown = publishCourse(api.deps, content([course, another]), { publisher })
  await expect(grown).rejects.toMatchObject({ name: 'ConsentMissing' })
})

test('consents are for programs', async () => {
  const [course, other] = [await givenSold(), await givenSold()]
  const decided = await api.request(
    `PUT /api/v1/authoring/courses/${course.id}/programs/${other.id}`,
    { token: course.owner.token, body: { allowed: true } },
  )
  expect([decided.status, decided.body.issues?.[0]?.path]).toEqual([400, 'programId'])
})
