import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../context.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam, type Team } from '../../../test/authoring.ts'
import type { GivenUser } from '../../../test/given.ts'
import { whileHeld } from '../../../test/held.ts'
import { eraseAccount } from '../../people/accounts/erase-account.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

const membersOf = ({ courseId }: Team) => `/api/v1/authoring/courses/${courseId}/members`

function add(team: Team, by: GivenUser, body: { email: string; role: string }) {
  return api.request(`POST ${membersOf(team)}`, {
    token: by.token,
    body: { ...body, password: by.password },
  })
}

function remove(team: Team, by: GivenUser, userId: string) {
  return api.request(`DELETE ${membersOf(team)}/${userId}`, { token: by.token })
}

async function rolesIn({ courseId }: Team, as: GivenUser): Promise<Record<string, string>> {
  const { items } = await api.as(as).members.list.query({ courseId })
  return Object.fromEntries(items.map(({ user, role }) => [user.id, role]))
}

test('owners see emails, the others names', async () => {
  const team = await givenTeam(api)
  for (const [reader, seesEmails] of [
    [team.owner, true],
    [team.author, false],
    [team.reviewer, false],
    [await api.given.admin(), true],
  ] as const) {
    const { items } = await api.as(reader).members.list.query({ courseId: team.courseId })
    expect(items.map(({ user }) => user.name).sort()).toEqual([
      'Arthur Author',
      'Olive Owner',
      'Rita Reviewer',
    ])
    expect(items.map(({ user }) => user.email !== null)).toEqual(Array(3).fill(seesEmails))
  }
})

test('the list comes in pages', async () => {
  const { courseId, owner } = await givenTeam(api)
  const { list } = api.as(owner).members
  const first = await list.query({ courseId, limit: 2 })
  const last = await list.query({ courseId, limit: 2, cursor: first.nextCursor ?? '' })
  const ids = [...first.items, ...last.items].map(({ user }) => user.id)
  expect([first.items.length, new Set(ids).size, last.nextCursor]).toEqual([2, 3, null])
})

test('a new member gets a mail, a changed role another, and the same role again none', async () => {
  const team = await givenTeam(api)
  const user = await api.given.learner()
  const results: unknown[] = []
  for (const role of ['author', 'author', 'reviewer']) {
    const { status, body } = await add(team, team.owner, { email: user.email, role })
    results.push([status, body.role])
  }
  expect(results).toEqual([
    [201, 'author'],
    [200, 'author'],
    [200, 'reviewer'],
  ])
  const mails = () => api.mails.filter(({ to }) => to === user.email)
  await expect.poll(() => mails().length).toBe(2)
  expect(mails().every(({ text }) => text.includes(team.slug))).toBe(true)

  const history = await api.as(team.owner).authoring.history.query({ courseId: team.courseId })
  expect(history.items.slice(0, 2)).toMatchObject([
    {
      event: 'member-added',
      user: { id: team.owner.id },
      details: { userId: user.id, role: 'reviewer' },
    },
    { event: 'member-added', details: { userId: user.id, role: 'author' } },
  ])
})

test('only a verified account can be added, and only owners learn which there are', async () => {
  const team = await givenTeam(api)
  const unverified = await api.given.learner({ verified: false })
  const known = await api.given.learner()
  for (const email of ['nobody@example.com', unverified.email]) {
    const { status, body } = await add(team, team.owner, { email, role: 'author' })
    expect([status, body.error]).toEqual([404, 'UserNotFound'])
  }
  for (const email of ['nobody@example.com', known.email]) {
    for (const [by, refusal] of [
      [team.author, '403 Forbidden'],
      [team.reviewer, '403 Forbidden'],
      [known, '404 CourseNotFound'],
    ] as const) {
      const { status, body } = await add(team, by, { email, role: 'author' })
      expect(`${status} ${body.error}`).toBe(refusal)
    }
  }
})

test('a member may leave, and remove nobody else', async () => {
  const team = await givenTeam(api)
  expect((await remove(team, team.author, team.reviewer.id)).status).toBe(403)
  expect((await remove(team, team.author, team.author.id)).status).toBe(200)
  expect((await remove(team, team.author, team.author.id)).body.error).toBe('CourseNotFound')
  const grader = await api.given.learner()
  await add(team, team.owner, { email: grader.email, role: 'grader' })
  expect((await remove(team, grader, grader.id)).status).toBe(200)
  const gone = await remove(team, team.owner, team.author.id)
  expect([gone.status, gone.body.error]).toEqual([404, 'MemberNotFound'])
  expect(await rolesIn(team, team.owner)).toEqual({
    [team.owner.id]: 'owner',
    [team.reviewer.id]: 'reviewer',
  })
})

describe('a course keeps an owner', () => {
  test('the last one can neither leave nor become something else', async () => {
    const team = await givenTeam(api)
    for (const answer of [
      await remove(team, team.owner, team.owner.id),
      await add(team, team.owner, { email: team.owner.email, role: 'author' }),
      await remove(team, await api.given.admin(), team.owner.id),
    ])
      expect([answer.status, answer.body.error]).toEqual([409, 'LastOwner'])
    expect((await rolesIn(team, team.owner))[team.owner.id]).toBe('owner')
  })

  test('of two owners who remove or demote each other at once, one stays', async () => {
    for (let round = 0; round < 8; round += 1) {
      const team = await givenTeam(api)
      await add(team, team.owner, { email: team.author.email, role: 'owner' })
      const [one, other] = [team.owner, team.author]
      const strike = (by: GivenUser, at: GivenUser) =>
        round % 2 === 0
          ? remove(team, by, at.id)
          : add(team, by, { email: at.email, role: 'reviewer' })
      const answers = await Promise.all([strike(one, other), strike(other, one)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const roles = Object.values(await rolesIn(team, await api.given.admin()))
      expect(roles.filter((role) => role === 'owner')).toHaveLength(1)
    }
  })
})

test('membership of one course says nothing about another, nor about money', async () => {
  const [mine, other] = [await givenTeam(api), await givenTeam(api)]
  const { token } = mine.owner
  for (const address of [
    `GET ${membersOf(other)}`,
    `GET ${membersOf(other).replace('/members', '')}`,
  ]) {
    const { status, body } = await api.request(address, { token })
    expect([status, body.error]).toEqual([404, 'CourseNotFound'])
  }
  const paid = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
  await api.deps.db.execute(sql`
    insert into course_members (course_id, user_id, role, added_at)
    values (${paid.id}, ${mine.owner.id}, 'author', now())`)
  const lesson = paid.lessons.find(({ preview }) => !preview)
  const { status, body } = await api.request(`GET /api/lessons/${lesson?.id}`, { token })
  expect([status, body.error]).toEqual([403, 'NotEnrolled'])
})

test('the export of an account says which courses it works on', async () => {
  const { courseId, slug, author } = await givenTeam(api)
  const { memberships } = await api.as(author).me.export.query({})
  expect(memberships).toMatchObject([{ courseId, slug, role: 'author' }])
})

describe('a course whose last owner erases their account', () => {
  const events = async (team: Team) => {
    const { items } = await api.as(admin).authoring.history.query({ courseId: team.courseId })
    return items.map(({ event }) => event)
  }
  const erase = ({ token, password }: GivenUser) =>
    api.request('DELETE /api/v1/me', { token, body: { password } })
  const shown = async ({ courseId }: Team) => {
    const { items } = await api.as(admin).authoring.list.query({ limit: 100 })
    return items.find(({ id }) => id === courseId)
  }

  test('says so in its history and to administrators, who add one', async () => {
    const team = await givenTeam(api)
    expect((await shown(team))?.hasOwner).toBe(true)
    expect((await erase(team.author)).status).toBe(200)
    expect(await events(team)).not.toContain('owner-lost')

    expect((await erase(team.owner)).status).toBe(200)
    expect((await shown(team))?.hasOwner).toBe(false)
    const { items } = await api
      .as(team.reviewer)
      .authoring.history.query({ courseId: team.courseId })
    expect(items[0]).toMatchObject({ event: 'owner-lost', user: null, details: {} })

    const { courseId, reviewer } = team
    await add(team, admin, { email: reviewer.email, role: 'owner' })
    expect((await api.as(reviewer).authoring.get.query({ courseId })).hasOwner).toBe(true)
  })

  test('says so once if two owners erase theirs at once', async () => {
    const team = await givenTeam(api)
    await add(team, team.owner, { email: team.author.email, role: 'owner' })
    const { deps } = api
    const [first, second] = [team.owner.id, team.author.id]
    await whileHeld(deps, {
      hold: (_, ctx) => eraseAccount(ctx, first),
      action: () => inTransaction(deps, (ctx) => eraseAccount(ctx, second)),
    })
    expect((await events(team)).filter((event) => event === 'owner-lost')).toHaveLength(1)
    expect((await shown(team))?.hasOwner).toBe(false)
  })
})

test('an erased account is no longer a member, and its entries in the history name nobody', async () => {
  const team = await givenTeam(api)
  const { authoring } = api.as(team.author)
  await add(team, team.owner, { email: team.author.email, role: 'owner' })
  await api.as(team.author).members.remove.mutate({
    courseId: team.courseId,
    userId: team.reviewer.id,
  })
  expect((await authoring.history.query({ courseId: team.courseId })).items[0]?.user?.id).toBe(
    team.author.id,
  )
  await api.deps.db.execute(sql`delete from users where id = ${team.author.id}`)

  const { items } = await api.as(team.owner).authoring.history.query({ courseId: team.courseId })
  expect(items[0]).toMatchObject({ event: 'member-removed', user: null })
  expect(Object.keys(await rolesIn(team, team.owner))).toEqual([team.owner.id])
})
