import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam, newCourse } from '../../../test/authoring.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const create = (course: object, options = {}) => {
  const { token, password } = admin
  const body = { ...course, password }
  return api.request('POST /api/v1/authoring/courses', { token, body, ...options })
}
const usd = (amount: number) => ({ amount, currency: 'USD' })

/** Creates a published course that is written over the API, and its owner. */
async function givenPublished(
  options: { price?: { amount: number; currency: string } } = {},
): Promise<GivenCourse & { owner: GivenUser }> {
  const [course, owner] = [await api.given.course(options), await api.given.learner()]
  await api.deps.db.execute(sql`
    update courses set managed_by = 'http', revision = 1 where id = ${course.id}`)
  await api.as(admin).members.add.mutate({
    courseId: course.id,
    email: owner.email,
    role: 'owner',
  })
  return { ...course, owner }
}

describe('creating', () => {
  test('answers with the course, its place and its owner, and shows it to nobody else', async () => {
    const body = newCourse({ license: 'CC-BY-4.0' })
    const { status, body: course, headers } = await create(body)
    expect([status, headers.location]).toEqual([201, `/api/v1/authoring/courses/${course.id}`])
    const { price, ...terms } = body
    expect(course).toMatchObject({
      ...terms,
      price,
      source: null,
      status: 'draft',
      version: null,
      hasDraft: true,
      managedBy: 'http',
      role: 'owner',
      revision: 1,
    })
    const learner = await api.given.learner()
    for (const address of [
      `GET /api/v1/courses/${course.id}`,
      `GET /api/v1/courses/${body.slug}`,
      `GET /api/v1/authoring/courses/${course.id}`,
    ]) {
      const answer = await api.request(address, { token: learner.token })
      expect([answer.status, answer.body.error]).toEqual([404, 'CourseNotFound'])
    }
    const { text } = await api.request('GET /api/courses?limit=100', { token: learner.token })
    expect(text).not.toContain(body.slug)
  })

  test('is for administrators, who may name the owner', async () => {
    const owner = await api.given.learner()
    const own = await api.request('POST /api/v1/authoring/courses', {
      token: owner.token,
      body: newCourse(),
    })
    expect([own.status, own.body.error]).toEqual([403, 'Forbidden'])
    const { body } = await create(newCourse({ ownerEmail: owner.email }))
    expect(body.role).toBeNull()
    const { items } = await api.as(owner).members.list.query({ courseId: body.id })
    expect(items).toMatchObject([{ user: { id: owner.id }, role: 'owner' }])
  })

  test('happens once for each Idempotency-Key', async () => {
    const body = newCourse()
    const headers = { 'idempotency-key': 'one click' }
    const [first, again] = [await create(body, { headers }), await create(body, { headers })]
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  test('refuses a slug that is taken, also of two at once', async () => {
    const body = newCourse()
    const answers = await Promise.all([create(body), create(body), create(body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(answers.filter(({ body }) => body.error === 'SlugTaken')).toHaveLength(2)
  })

  test.each([
    ['slug', 'Not A Slug'],
    ['slug', 'x'.repeat(81)],
    ['slug', 'a--b'],
    ['slug', '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02'],
    ['title', 'x'.repeat(201)],
    ['title', 'a\0b'],
    ['title', 'a\ud800b'],
    ['summary', 'x'.repeat(501)],
    ['language', 'english'],
    ['price', { amount: -1, currency: 'USD' }],
    ['price', { amount: 1.5, currency: 'USD' }],
    ['price', { amount: 1, currency: 'ZZZ' }],
    ['price', { amount: 1_000_000_001, currency: 'USD' }],
    ['ownerEmail', 'nobody'],
  ])('refuses the %s %j by its name', async (field, value) => {
    const { status, body } = await create({ ...newCourse(), [field]: value })
    expect([status, body.error]).toEqual([400, 'InvalidFields'])
    expect(body.issues[0].path.split('.')[0]).toBe(field)
  })

  test.each(['slug', 'title', 'summary', 'language', 'price'])('needs a %s', async (field) => {
    const { status, body } = await create({ ...newCourse(), [field]: undefined })
    expect([status, body.error, body.issues[0].path]).toEqual([400, 'MissingFields', field])
  })

  test('refuses an owner without an account', async () => {
    const { status, body } = await create(newCourse({ ownerEmail: 'nobody@example.com' }))
    expect([status, body.error]).toEqual([404, 'UserNotFound'])
  })
})

test('everybody sees the courses that they work on, administrators all', async () => {
  const teams = [await givenTeam(api), await givenTeam(api)]
  const [first, second] = teams
  const { authoring } = api.as(first?.author)
  expect((await authoring.list.query({})).items).toMatchObject([
    { id: first?.courseId, role: 'author', status: 'draft' },
  ])
  const all = await api.as(admin).authoring.list.query({ limit: 2 })
  expect(all.items.map(({ id }) => id)).toEqual([second?.courseId, first?.courseId])
  const next = await api.as(admin).authoring.list.query({ cursor: all.nextCursor ?? '' })
  expect(next.items.map(({ id }) => id)).not.toContain(first?.courseId)
})

describe('changing terms', () => {
  test('tells absent from null', async () => {
    const { courseId, owner } = await givenTeam(api, { license: 'MIT', source: 'https://x.test' })
    const { update } = api.as(owner).authoring
    const without = await update.mutate({ courseId, revision: 1, license: null })
    expect(without).toMatchObject({ license: null, source: 'https://x.test', revision: 2 })
    const after = await update.mutate({ courseId, revision: 2, summary: 'Another.' })
    expect(after).toMatchObject({ license: null, summary: 'Another.', source: 'https://x.test' })
    const { status, body } = await api.request(`PATCH /api/v1/authoring/courses/${courseId}`, {
      token: owner.token,
      headers: { 'if-match': '"r3"' },
      body: { title: null },
    })
    expect([status, body.issues[0].path]).toEqual([400, 'title'])
  })

  test('of an unpublished course changes its draft', async () => {
    const { courseId, owner } = await givenTeam(api)
    const before = await api.as(owner).drafts.get.query({ courseId })
    await api.as(owner).authoring.update.mutate({ courseId, revision: 1, title: 'Better' })
    const after = await api.as(owner).drafts.get.query({ courseId })
    expect([after.title, after.revision]).toEqual(['Better', before.revision + 1])
  })

  test('of a published course makes a version that no learner notices', async () => {
    const { id: courseId, slug, lessons, owner } = await givenPublished()
    const learner = await api.given.learner()
    await api.given.enrollment(learner, { slug })
    const views = async () =>
      Promise.all([
        api.as(learner).courses.get.query({ idOrSlug: courseId }),
        api.as(learner).lessons.get.query({ lessonId: lessons[1]?.id ?? '' }),
        api.as(learner).progress.get.query({ courseId }),
      ])
    const before = await views()
    const { update } = api.as(owner).authoring
    const changed = await update.mutate({ courseId, revision: 1, title: 'A better title' })
    expect(changed).toMatchObject({ title: 'A better title', version: 2, status: 'published' })
    expect(JSON.stringify(await views())).toBe(JSON.stringify(before))
    const stranger = await api.given.learner()
    const shown = await api.as(stranger).courses.get.query({ idOrSlug: slug })
    expect([shown.title, shown.version]).toEqual(['A better title', 2])
    const { revision } = changed
    const same = await update.mutate({ courseId, revision, title: 'A better title' })
    expect([same.version, same.revision]).toEqual([2, revision + 1])
  })

  test('a price counts for carts at once, and not for purchases that wait for payment', async () => {
    const { id: courseId, owner } = await givenPublished({ price: usd(2900) })
    const [buyer, looker] = [await api.given.learner(), await api.given.learner()]
    await api.as(looker).cart.add.mutate({ courseId })
    const sale = await api.as(buyer).transactions.create.mutate({ courseIds: [courseId] })
    await api.as(owner).authoring.update.mutate({ courseId, revision: 1, price: usd(3900) })
    expect((await api.as(looker).cart.get.query({})).total?.amount).toBe(3900)
    expect(
      (await api.as(buyer).transactions.get.query({ transactionId: sale.id })).total.amount,
    ).toBe(2900)
  })

  test('a change without fields changes nothing, and still needs the revision', async () => {
    const { courseId, owner } = await givenTeam(api)
    const patch = (revision: number) =>
      api.request(`PATCH /api/v1/authoring/courses/${courseId}`, {
        token: owner.token,
        headers: { 'if-match': `"r${revision}"` },
        body: {},
      })
    const { items: before } = await api.as(owner).authoring.history.query({ courseId })
    expect((await patch(1)).body.revision).toBe(1)
    expect((await patch(2)).body.error).toBe('DraftChanged')
    const { items: after } = await api.as(owner).authoring.history.query({ courseId })
    expect(after).toEqual(before)
  })

  test('a slug belongs to one course', async () => {
    const [{ courseId, owner, slug }, other] = [await givenTeam(api), await givenTeam(api)]
    const patch = (body: object) =>
      api.request(`PATCH /api/v1/authoring/courses/${courseId}`, {
        token: owner.token,
        headers: { 'if-match': '"r1"' },
        body,
      })
    const taken = await patch({ slug: other.slug, price: usd(5) })
    expect([taken.status, taken.body.error]).toEqual([409, 'SlugTaken'])
    const after = await api.as(owner).authoring.get.query({ courseId })
    expect(after).toMatchObject({ slug, revision: 1, price: usd(0) })
    expect((await patch({ slug: `${slug}-2` })).body.slug).toBe(`${slug}-2`)
  })
})

describe('a course that comes from a folder', () => {
  async function givenFolderCourse() {
    const course = await givenPublished()
    await api.deps.db.execute(sql`
      update courses set managed_by = 'folder' where id = ${course.id}`)
    return course
  }

  test.each([
    { slug: 'another-slug' },
    { title: 'Another' },
    { summary: 'Another.' },
    { language: 'de' },
    { license: null },
    { source: 'https://x.test' },
  ])('keeps what its folder says: %j', async (change) => {
    const { id: courseId, owner } = await givenFolderCourse()
    await expect(
      api.as(owner).authoring.update.mutate({ courseId, revision: 1, ...change }),
    ).rejects.toMatchObject({ data: { error: 'ManagedElsewhere', status: 409 } })
    expect((await api.as(owner).authoring.get.query({ courseId })).revision).toBe(1)
  })

  test('gets its price, status and rules here', async () => {
    const { id: courseId, owner } = await givenFolderCourse()
    const { update } = api.as(owner).authoring
    const changed = await update.mutate({
      courseId,
      revision: 1,
      price: usd(700),
      status: 'archived',
      learnersMayMove: true,
      requiresReview: true,
    })
    expect(changed).toMatchObject({
      price: usd(700),
      status: 'archived',
      learnersMayMove: true,
      requiresReview: true,
    })
  })

  test('can be taken over, and changed in the same request', async () => {
    const { id: courseId, owner } = await givenFolderCourse()
    const changed = await api
      .as(owner)
      .authoring.update.mutate({ courseId, revision: 1, managedBy: 'http', title: 'Ours' })
    expect(changed).toMatchObject({ managedBy: 'http', title: 'Ours', version: 2 })
  })

  test('does not get a course back as long as an import would replace its draft', async () => {
    const { id: courseId, owner } = await givenFolderCourse()
    const { authoring, drafts } = api.as(owner)
    const taken = await authoring.update.mutate({ courseId, revision: 1, managedBy: 'http' })
    const before = await drafts.get.query({ courseId })
    const lesson = { key: 'new', title: 'New' }
    await drafts.createLesson.mutate({ courseId, revision: before.revision, ...lesson })
    const giveBack = { courseId, revision: taken.revision, managedBy: 'folder' as const }

    await expect(authoring.update.mutate(giveBack)).rejects.toMatchObject({
      data: { error: 'InvalidFields', issues: [{ path: 'managedBy' }] },
    })
    const { revision } = await drafts.get.query({ courseId })
    await drafts.discard.mutate({ courseId, revision })
    expect(await authoring.update.mutate(giveBack)).toMatchObject({ managedBy: 'folder' })
  })
})

test('an archived course leaves the catalogue, keeps its learners, and comes back', async () => {
  const { id: courseId, slug, owner } = await givenPublished()
  const [learner, late] = [await api.given.learner(), await api.given.learner()]
  await api.given.enrollment(learner, { slug })
  const { update, history } = api.as(owner).authoring
  await update.mutate({ courseId, revision: 1, status: 'archived' })
  const hidden = await api.request(`GET /api/v1/courses/${slug}`, { token: late.token })
  expect([hidden.status, hidden.body.error]).toEqual([404, 'CourseNotFound'])
  expect((await api.as(learner).courses.get.query({ idOrSlug: slug })).id).toBe(courseId)

  const again = await update.mutate({ courseId, revision: 2, status: 'archived' })
  expect(again.status).toBe('archived')
  await update.mutate({ courseId, revision: 3, status: 'published' })
  expect((await api.as(late).courses.get.query({ idOrSlug: slug })).id).toBe(courseId)
  const { items } = await history.query({ courseId })
  const events = items.map(({ event }) => event)
  expect(events.filter((event) => event.startsWith('course-'))).toEqual([
    'course-unarchived',
    'course-archived',
    'course-created',
  ])
})

test('a course that was never published has no status to change', async () => {
  const { courseId, owner } = await givenTeam(api)
  for (const status of ['published', 'archived']) {
    const answer = await api.request(`PATCH /api/v1/authoring/courses/${courseId}`, {
      token: owner.token,
      headers: { 'if-match': '"r1"' },
      body: { status },
    })
    expect([answer.status, answer.body.error, answer.body.issues[0].path]).toEqual([
      400,
      'InvalidFields',
      'status',
    ])
  }
  expect((await api.as(owner).authoring.get.query({ courseId })).revision).toBe(1)
})

test('the history says who did what, newest first, in pages', async () => {
  const { courseId, owner, slug } = await givenTeam(api)
  const { history, update } = api.as(owner).authoring
  await update.mutate({ courseId, revision: 1, price: usd(5), slug: `${slug}-2` })
  const first = await history.query({ courseId, limit: 1 })
  expect(first.items).toMatchObject([
    {
      event: 'terms-changed',
      user: { id: owner.id, name: owner.name },
      details: { fields: 'slug, price' },
    },
  ])
  const rest = await history.query({ courseId, cursor: first.nextCursor ?? '' })
  expect(rest.items.map(({ event }) => event)).toEqual([
    'member-added',
    'member-added',
    'member-added',
    'course-created',
  ])
})
