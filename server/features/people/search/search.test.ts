import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import type { GivenUser } from '../../../test/given.ts'
import { completeCourse } from '../../../test/learning.ts'
import type { SearchEverythingInput } from './schema.ts'

const api = await forAllTests(startApi({ databaseUrl: await makeTestDatabase() }))
const { given } = api

const admin = await given.learner({ name: 'Root', role: 'admin', email: 'root@desk.test' })
const support = await given.learner({ name: 'Sue', role: 'support', email: 'sue@desk.test' })
const finance = await given.learner({ name: 'Finn', role: 'finance', email: 'finn@desk.test' })
const zoe = await given.learner({ name: 'Zoé Müller', email: 'z.mueller@example.com' })
const stranger = await given.learner({ name: 'Zoe Miller', email: 'zm@example.com' })
const knots = await given.course({ title: 'Knots and Hitches', slug: 'knots' })
const hidden = await givenTeam(api, { title: 'Knots of tomorrow', slug: 'tomorrow' })
const [owner, teacher] = [hidden.owner, await given.learner({ name: 'Tara Teacher' })]

const desk = api.as(admin)
await given.enrollment(zoe, knots)
await completeCourse(api, { learner: zoe, course: knots })
await api.as(stranger).transactions.create.mutate({ courseIds: [knots.id] })
await desk.admin.invitations.create.mutate({ email: 'invited.mueller@example.com' })
const { id: cohortId } = await desk.admin.cohorts.create.mutate({ name: 'Knots 2026' })
const { id: otherCohortId } = await desk.admin.cohorts.create.mutate({ name: 'Knots 2027' })
await desk.admin.cohorts.addCourse.mutate({ cohortId, course: knots.id })
await desk.admin.cohorts.addMember.mutate({ cohortId, user: zoe.email })
await desk.members.add.mutate({ courseId: knots.id, email: owner.email, role: 'owner' })
await desk.members.add.mutate({
  ...{ courseId: knots.id, email: teacher.email, role: 'teacher', cohorts: ['knots 2026'] },
})

async function find(who: GivenUser, input: Partial<SearchEverythingInput>) {
  const { items } = await api.as(who).search.everything.query(input)
  return items.map(({ kind, name }) => `${kind} ${name}`)
}

test('one search finds people, their invitations, purchases and certificates, and courses', async () => {
  expect(await find(admin, { q: 'mueller' })).toEqual([
    'account Zoé Müller',
    'invitation invited.mueller@example.com',
    'certificate Zoé Müller',
  ])
  expect(await find(finance, { q: 'zoe' })).toEqual(['purchase Zoe Miller'])
  expect(await find(admin, { q: 'KNOTS' })).toEqual([
    'course Knots of tomorrow',
    'course Knots and Hitches',
    'cohort Knots 2027',
    'cohort Knots 2026',
  ])
  expect(await find(admin, { q: 'hitch kno' })).toEqual(['course Knots and Hitches'])
})

test('one or two letters begin a word, and none find the newest', async () => {
  expect(await find(admin, { q: 'zo', kind: 'account' })).toEqual([
    'account Zoe Miller',
    'account Zoé Müller',
  ])
  expect(await find(admin, { q: 'k', kind: 'cohort' })).toHaveLength(2)
  expect(await find(admin, { q: 'n', kind: 'cohort' })).toEqual([])
  expect(await find(admin, { kind: 'course', limit: 1 })).toEqual(['course Knots of tomorrow'])
})

test('an id, an email, a code and the address of a verification find the one thing', async () => {
  expect(await find(admin, { q: zoe.id.toUpperCase() })).toEqual(['account Zoé Müller'])
  expect(await find(admin, { q: 'Z.Mueller@example.com', kind: 'account' })).toHaveLength(1)
  const { items } = await desk.search.everything.query({ kind: 'certificate' })
  const code = items[0]?.key ?? ''
  for (const q of [
    code,
    code.replaceAll('-', '').toLowerCase(),
    `https://lyceum.test/verify/${code}`,
  ])
    expect(await find(admin, { q })).toEqual(['certificate Zoé Müller'])
  const { items: bought } = await desk.search.everything.query({ kind: 'purchase', q: stranger.id })
  expect(bought).toEqual([])
  const purchases = await desk.search.everything.query({ kind: 'purchase', q: 'zm@example.com' })
  const [{ id = '' } = {}] = purchases.items
  expect(await find(admin, { q: id })).toEqual(['purchase Zoe Miller'])
})

test('each kind is found by those who may read it', async () => {
  const kinds = async (who: GivenUser) => [
    ...new Set((await api.as(who).search.everything.query({})).items.map(({ kind }) => kind)),
  ]
  const all = ['account', 'invitation', 'purchase', 'certificate', 'course', 'cohort']
  expect(await kinds(admin)).toEqual(all)
  expect(await kinds(support)).toEqual(all)
  expect(await kinds(finance)).toEqual(['purchase', 'course'])
  expect(await kinds(stranger)).toEqual(['course'])
  expect(await kinds(owner)).toEqual(['account', 'course', 'cohort'])
})

test('a draft is found by its team and administrators only', async () => {
  const drafts = (who: GivenUser) => find(who, { q: hidden.courseId })
  expect(await drafts(hidden.reviewer)).toEqual(['course Knots of tomorrow'])
  expect(await drafts(admin)).toEqual(['course Knots of tomorrow'])
  for (const who of [support, finance, teacher, zoe]) expect(await drafts(who)).toEqual([])
})

test('an owner finds all learners of the course, a teacher of a cohort its members: no emails', async () => {
  expect(await find(owner, { q: 'zo', kind: 'account' })).toHaveLength(2)
  expect(await find(owner, { q: 'miller', courseId: knots.id })).toEqual(['account Zoe Miller'])
  const { items } = await api.as(teacher).search.everything.query({ kind: 'account' })
  expect(items).toMatchObject([{ name: 'Zoé Müller', key: null, courseId: knots.id }])
  expect(await find(teacher, { q: stranger.id, courseId: knots.id })).toEqual([])
  expect(await find(teacher, { kind: 'cohort' })).toEqual(['cohort Knots 2026'])
  expect(await find(teacher, { q: otherCohortId })).toEqual([])
  expect(await find(hidden.reviewer, { courseId: hidden.courseId })).toEqual([])
  expect(await find(stranger, { courseId: knots.id })).toEqual([])
  expect(await find(support, { courseId: knots.id, kind: 'account' })).toHaveLength(2)
})

test('what more than the newest thousands hide, an index finds', async () => {
  await api.deps.db.execute(`
    insert into invitations (id, email, created_at, expires_at)
    select uuidv7_like, 'many' || n || '@example.org', now(), now() + interval '1 day'
    from (select n, ('019c' || lpad(to_hex(n), 4, '0') || '-0000-7000-8000-000000000000')::uuid
      as uuidv7_like from generate_series(1, 4000) n) made`)
  expect(await find(admin, { q: 'many7@example' })).toEqual(['invitation many7@example.org'])
})
