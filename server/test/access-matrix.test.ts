import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { givenKey } from '../features/people/api-keys/test-support.ts'
import { operationsOf } from '../http/operations.ts'
import { appRouter } from '../router.ts'
import type { Ability } from '../security/course-roles.ts'
import type { AdminPermission } from '../security/permissions.ts'
import { forAllTests, startApi } from './api.ts'
import { givenTeam } from './authoring.ts'

const api = await forAllTests(startApi())

const [team, other] = [await givenTeam(api), await givenTeam(api)]
const published = await api.given.course()
await api.deps.db.execute(sql`
  insert into course_members (course_id, user_id, role, added_at)
  select ${published.id}, user_id, role, added_at from course_members
  where course_id = ${team.courseId}`)
const enrolled = await api.given.learner()
await api.given.enrollment(enrolled, published)

const grader = await api.given.learner({ name: 'Greta Grader' })
const teacher = await api.given.learner({ name: 'Theo Teacher' })
const ofCohort = await api.given.learner({ name: 'Tara Teacher' })
const administrator = await api.given.admin()
const support = await api.given.learner({ role: 'support' })
const finance = await api.given.learner({ role: 'finance' })
await api.as(administrator).admin.cohorts.create.mutate({ name: 'Matrix' })
for (const { courseId } of [team, { courseId: published.id }]) {
  const { add } = api.as(team.owner).members
  await add.mutate({ courseId, email: grader.email, role: 'grader' })
  await add.mutate({ courseId, email: teacher.email, role: 'teacher' })
  await add.mutate({ courseId, email: ofCohort.email, role: 'teacher', cohorts: ['matrix'] })
}
const elsewhere = await api.given.learner()
await api
  .as(other.owner)
  .members.add.mutate({ courseId: other.courseId, email: elsewhere.email, role: 'teacher' })
const callers = {
  stranger: undefined,
  learner: await api.given.learner(),
  'enrolled learner': enrolled,
  'author of another course': other.author,
  'teacher of another course': elsewhere,
  'teacher of a cohort': ofCohort,
  teacher,
  grader,
  reviewer: team.reviewer,
  author: team.author,
  owner: team.owner,
  support,
  finance,
  administrator,
} as const
type Caller = keyof typeof callers

const members = Object.keys(callers).filter(
  (it) => !/stranger|learner|another|support|finance/.test(it),
)

/** Callers that get beyond the access of an operation, in the order of `callers`. */
const allowed = {
  belong: members as Caller[],
  readTerms: members as Caller[],
  readContent: members as Caller[],
  read: ['reviewer', 'author', 'owner', 'administrator'],
  comment: ['reviewer', 'author', 'owner', 'administrator'],
  write: ['author', 'owner', 'administrator'],
  review: ['reviewer', 'owner', 'administrator'],
  own: ['owner', 'administrator'],
  readGrades: ['teacher of a cohort', 'teacher', 'grader', 'author', 'owner', 'administrator'],
  grade: ['teacher of a cohort', 'teacher', 'grader', 'author', 'owner', 'administrator'],
  readMoves: ['teacher', 'reviewer', 'author', 'owner', 'administrator'],
  readQuestions: ['teacher', 'grader', 'reviewer', 'author', 'owner', 'administrator'],
  readLearners: ['teacher of a cohort', 'teacher', 'owner', 'administrator'],
  teach: ['teacher of a cohort', 'teacher', 'owner', 'administrator'],
  extend: ['teacher of a cohort', 'teacher', 'grader', 'author', 'owner', 'administrator'],
  readClass: ['teacher', 'owner', 'administrator'],
  manageClass: ['teacher', 'owner', 'administrator'],
  answer: ['teacher of a cohort', 'teacher', 'grader', 'author', 'owner', 'administrator'],
} as const satisfies Record<Ability, readonly Caller[]>

/** Abilities of members for each operation. One without a line here fails the test. */
const abilities: Record<string, Ability> = {
  'announcements.list': 'readLearners',
  'announcements.post': 'teach',
  'announcements.edit': 'teach',
  'announcements.delete': 'teach',
  'authoring.get': 'readTerms',
  'authoring.delete': 'own',
  'authoring.update': 'own',
  'authoring.history': 'read',
  'authoring.certificatePreview': 'read',
  'members.list': 'read',
  'members.add': 'own',
  // Removes somebody else: every member may leave.
  'members.remove': 'own',
  'consents.list': 'own',
  'consents.decide': 'own',
  'sources.get': 'own',
  'sources.set': 'own',
  'sources.remove': 'own',
  'sources.sync': 'own',
  'sources.preview': 'own',
  'files.list': 'read',
  'files.remove': 'write',
  'files.rename': 'write',
  'uploads.start': 'write',
  'uploads.get': 'write',
  'uploads.finish': 'write',
  'uploads.cancel': 'write',
  'drafts.get': 'read',
  'drafts.replaceOutline': 'write',
  'drafts.createLesson': 'write',
  'drafts.getLesson': 'read',
  'drafts.diffLesson': 'read',
  'drafts.updateLesson': 'write',
  'drafts.deleteLesson': 'write',
  'drafts.discard': 'write',
  'drafts.previewLesson': 'read',
  'drafts.previewAttempt': 'read',
  'drafts.problems': 'read',
  'drafts.duplicateLesson': 'write',
  'drafts.readQuestions': 'write',
  'drafts.comments': 'read',
  'drafts.comment': 'comment',
  'drafts.updateComment': 'comment',
  'drafts.requestChanges': 'review',
  'flaws.list': 'read',
  'flaws.get': 'read',
  'flaws.words': 'read',
  'flaws.settle': 'write',
  'submissions.list': 'readGrades',
  'submissions.getToGrade': 'readGrades',
  'submissions.claim': 'grade',
  'submissions.grade': 'grade',
  'submissions.return': 'grade',
  'grades.gradebook': 'readGrades',
  'grades.regrade': 'write',
  'grades.getRegrade': 'readGrades',
  'grades.regraded': 'readGrades',
  'grades.accommodations': 'readGrades',
  'grades.excuse': 'grade',
  'grades.grant': 'own',
  'grades.revoke': 'own',
  'grades.giveTime': 'extend',
  'certificates.archive': 'readLearners',
  'certificates.archived': 'readLearners',
  'learners.list': 'readLearners',
  'learners.get': 'readLearners',
  'learners.report': 'readLearners',
  'learners.periods': 'readLearners',
  'learners.stops': 'readLearners',
  'learners.stuck': 'readLearners',
  'learners.enroll': 'manageClass',
  'learners.act': 'teach',
  'learners.acted': 'teach',
  'learners.end': 'teach',
  'learners.seats': 'readClass',
  'learners.setSeats': 'manageClass',
  'learners.markLesson': 'teach',
  'learners.extend': 'extend',
  'learners.revokeExtension': 'extend',
  'questions.statistics': 'readQuestions',
  'drafts.impact': 'read',
  'drafts.publish': 'write',
  'drafts.requestReview': 'write',
  'drafts.approve': 'review',
  'versions.list': 'read',
  'versions.get': 'readContent',
  'versions.getLesson': 'readContent',
  'versions.diff': 'read',
  'versions.restore': 'write',
  'threads.taught': 'answer',
  'threads.decide': 'answer',
  'moves.create': 'manageClass',
  'moves.get': 'readMoves',
  'moves.list': 'readMoves',
}

/** Permissions for any course; support has these, and finance has none. */
const byPermission: Record<string, AdminPermission> = {
  'certificates.archive': 'certificates:read',
  'certificates.archived': 'certificates:read',
  'learners.list': 'reports:read',
  'learners.report': 'reports:read',
  'learners.periods': 'reports:read',
  'learners.stops': 'reports:read',
  'learners.stuck': 'reports:read',
  'learners.enroll': 'enrollments:write',
  'learners.act': 'enrollments:write',
  'learners.acted': 'enrollments:write',
  'learners.end': 'enrollments:write',
  'learners.seats': 'enrollments:read',
  'learners.setSeats': 'enrollments:write',
  'learners.markLesson': 'enrollments:write',
  'learners.extend': 'enrollments:write',
  'learners.revokeExtension': 'enrollments:write',
}

const operations = operationsOf(appRouter)
const ofMembers = operations.filter(({ access }) => access === 'member')

test('every operation for members has a line, and no line is without one', () => {
  expect(ofMembers.map(({ name }) => name).sort()).toEqual(Object.keys(abilities).sort())
  const open = ofMembers.filter(({ permission }) => permission !== undefined)
  expect(Object.fromEntries(open.map(({ name, permission }) => [name, permission]))).toEqual(
    byPermission,
  )
})

test('every operation on a course in writing is for members: no route beside them', () => {
  const beside = operations.filter(
    ({ access, rest }) => rest.route.includes('/authoring/') && access !== 'member',
  )
  expect(beside.map(({ name, access }) => [name, access])).toEqual([
    // Lets teachers take the limits away one by one.
    ['learners.removeSeats', 'admin'],
    ['authoring.create', 'admin'],
    ['authoring.duplicate', 'admin'],
    ['authoring.list', 'user'],
  ])
})

test('docs/teaching.md says who may do what as this table does', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/teaching.md'), 'utf8')
  const roles = ['owner', 'author', 'reviewer', 'grader', 'teacher', 'teacher of a cohort'] as const
  const said = [...page.matchAll(/^\| (`.*`) \| (.*) \| (.*) \| .* \| .*\|$/gm)].flatMap(
    ([, names = '', who = '', cohorts]) =>
      names
        .split(', ')
        .map((name) => [
          name.replaceAll('`', ''),
          [...who.split(', '), ...(cohorts === 'yes' ? ['teacher of a cohort'] : [])].sort(),
        ]),
  )
  const held = Object.entries(abilities).map(([name, ability]) => [
    name,
    roles.filter((role) => (allowed[ability] as readonly string[]).includes(role)).sort(),
  ])
  // The code lets all members remove themselves; the table is about others.
  const [here, there] = [held, said].map((pairs) => ({
    ...Object.fromEntries(pairs),
    'members.remove': 'see above',
  }))
  expect(there).toEqual(here)
})

test('the answers about a course name the abilities that its reader has', async () => {
  const able = Object.keys(callers).filter((caller) => members.includes(caller)) as Caller[]
  for (const caller of able) {
    const user = callers[caller]
    if (user === undefined) continue
    const had = (Object.keys(allowed) as Ability[])
      .filter((ability) => (allowed[ability] as readonly Caller[]).includes(caller))
      .sort()
    const { authoring } = api.as(user)
    const { abilities } = await authoring.get.query({ courseId: team.courseId })
    const { items } = await authoring.list.query({})
    const listed = items.find(({ id }) => id === team.courseId)?.abilities ?? []
    expect([caller, ...[...abilities].sort()]).toEqual([caller, ...had])
    expect([caller, ...[...listed].sort()]).toEqual([caller, ...had])
  }
})

test('a key is answered the abilities of its scopes, and never those of an owner', async () => {
  const courseIds = [team.courseId]
  const key = await givenKey(api, ['authoring:read', 'learners:read'], {
    maker: administrator,
    courseIds,
  })
  const { token } = key
  const { body } = await api.request(`GET /api/v1/authoring/courses/${team.courseId}`, { token })
  expect([...body.abilities].sort()).toEqual(
    [
      ...['read', 'readClass', 'readContent', 'readLearners', 'readMoves', 'readQuestions'],
      'readTerms',
    ].sort(),
  )
})

/** Values of the path; the course comes from the test, and no such lesson, move or user exists. */
const inPath: Record<string, string> = {
  key: 'no-such-lesson',
  number: '1',
  from: '1',
  to: '1',
  id: '00000000-0000-7000-8000-000000000000',
  userId: '00000000-0000-7000-8000-000000000000',
  submissionId: '00000000-0000-7000-8000-000000000000',
  regradeId: '00000000-0000-7000-8000-000000000000',
  archiveId: '00000000-0000-7000-8000-000000000000',
}

describe.each([
  ['never published', team.courseId],
  ['published', published.id],
])('of a course that was %s', (_state, courseId) => {
  const cases = ofMembers.flatMap((operation) =>
    (Object.keys(callers) as Caller[]).map(
      (caller) => [operation.name, caller, operation] as const,
    ),
  )

  test.each(cases)('%s by %s', async (name, caller, { rest }) => {
    const address = rest.route
      .replace('{courseId}', courseId)
      .replace(/\{(\w+)\}/g, (_, parameter) => inPath[parameter] ?? 'x')
    const user = callers[caller]
    const answer = await api.request(address, {
      ...(user !== undefined && { token: user.token }),
      // Writes nothing, whoever may: the revision is not the current one, the body is empty.
      headers: { 'if-match': '"r999999"' },
      ...(!address.startsWith('GET') && { body: {} }),
    })
    expect(gateOf(answer)).toBe(expectedGate(caller, name))
  })
})

/** Whether the caller got beyond the access, or how the access refused. */
function gateOf({ status, body }: { status: number; body: { error?: string } }): string {
  if (status === 401 || status === 403) return `${status} ${body.error}`
  return body.error === 'CourseNotFound' ? '404 CourseNotFound' : 'open'
}

function expectedGate(caller: Caller, name: string): string {
  const ability = abilities[name]
  if (ability === undefined) throw new Error(`${name} has no line.`)
  if (caller === 'stranger') return '401 TokenMissing'
  if (caller === 'support' && name in byPermission) return 'open'
  if ((allowed[ability] as readonly Caller[]).includes(caller)) return 'open'
  const isMember = [...allowed.read, ...allowed.grade, ...allowed.teach].some(
    (member) => member === caller,
  )
  return isMember ? '403 Forbidden' : '404 CourseNotFound'
}

test('who creates courses, and who sees the list', async () => {
  for (const [caller, user] of Object.entries(callers)) {
    const token = user === undefined ? {} : { token: user.token }
    const create = await api.request('POST /api/v1/authoring/courses', { ...token, body: {} })
    const list = await api.request('GET /api/v1/authoring/courses', token)
    const expected =
      caller === 'stranger' ? [401, 401] : caller === 'administrator' ? [400, 200] : [403, 200]
    expect([caller, create.status, list.status]).toEqual([caller, ...expected])
    if (['learner', 'enrolled learner'].includes(caller)) expect(list.body.items).toEqual([])
  }
})

test('a course that does not exist is refused like one of somebody else', async () => {
  const { token } = callers.learner
  for (const courseId of ['00000000-0000-7000-8000-000000000000', 'x', published.slug, '%00']) {
    const address = `GET /api/v1/authoring/courses/${courseId}`
    const own = await api.request(address, { token })
    const admin = await api.request(address, { token: callers.administrator.token })
    expect([own.body.error, admin.body.error]).toEqual(['CourseNotFound', 'CourseNotFound'])
  }
})

test('over tRPC the same holds', async () => {
  for (const { name, type } of ofMembers) {
    const input = JSON.stringify({ courseId: team.courseId })
    const answer =
      type === 'query'
        ? await api.request(`GET /trpc/${name}?input=${encodeURIComponent(input)}`, {
            token: callers.learner.token,
          })
        : await api.request(`POST /trpc/${name}`, {
            token: callers.learner.token,
            body: JSON.parse(input),
          })
    expect([name, answer.body.error.data.error]).toEqual([name, 'CourseNotFound'])
  }
})
