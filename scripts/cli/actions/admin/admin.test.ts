import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { givenService } from '../../test/service.ts'

const { api, lyceum } = await givenService()

describe('at the command line', () => {
  test('an enrollment gets its end, and a person without an account an invitation', async () => {
    const [learner, course] = [await api.given.learner(), await api.given.course()]
    const enroll = (...args: string[]) => lyceum.run(['enroll', ...args, '--json'])

    const [first, again, unknown, invited] = [
      await enroll(learner.email, course.slug, '--ends', '2999-06-30', '--time-zone', 'Asia/Tokyo'),
      await enroll(learner.email, course.slug, '--ends', '2999-06-30T15:00:00Z'),
      await enroll('somebody@example.com', course.slug),
      await enroll('somebody@example.com', course.slug, '--invite'),
    ]

    expect([first.json.changed, again.json.changed, invited.json.changed]).toEqual([
      true,
      false,
      true,
    ])
    expect(unknown).toMatchObject({ code: 3, stderr: 'There is no such user.\n' })
    const { json } = await lyceum.run(['invitation', 'list', '--course', course.slug, '--json'])
    expect(json.items).toMatchObject([{ email: 'somebody@example.com', courseId: course.id }])
    const { items } = await api.as(learner).me.courses.query({})
    expect(items[0]?.endsAt).toBe('2999-06-30T15:00:00.000Z')
  })

  test('an end in the past is refused with what to do', async () => {
    const [learner, course] = [await api.given.learner(), await api.given.course()]

    const past = await lyceum.run(['enroll', learner.email, course.slug, '--ends', '2020-01-01'])
    const odd = await lyceum.run(['enroll', learner.email, course.slug, '--ends', 'soon'])

    expect([past.code, odd.code]).toEqual([2, 2])
    expect(past.stderr).toContain('end the enrollment instead')
    expect(odd.stderr).toContain('--ends must be a day like 2026-11-21')
  })

  test('a learner gets a later day, which stays the day that was typed', async () => {
    const course = await api.given.course({ due: '2027-01-10' })
    const learner = await api.given.learner()
    await api.given.enrollment(learner, course)
    const extend = (day: string) =>
      lyceum.run([
        ...['course', 'learner', 'extend', course.slug, learner.email, day],
        ...['--reason', 'You were ill'],
      ])

    expect((await extend('2027-02-14')).stdout).toBe(
      `${learner.email} has until 2027-02-14 for ${course.slug}.\n`,
    )
    expect(await extend('2027-02-30')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must be a day like 2026-11-21'),
    })
    const { json } = await lyceum.run(['audit', learner.email, '--json'])
    expect(json.items).toMatchObject([
      { event: 'extension-granted', details: { dueOn: '2027-02-14' } },
      ...Array(json.items.length - 1).fill({}),
    ])
    await vi.waitFor(() =>
      expect(api.mails).toContainEqual(
        expect.objectContaining({
          to: learner.email,
          subject: `You have until February 14, 2027 for "${course.title}"`,
        }),
      ),
    )
  })

  test('a lesson of a completed course is opened again, and the course stays completed', async () => {
    const [learner, course] = [
      await api.given.learner(),
      await api.given.course({ lessons: ['required', 'required'] }),
    ]
    await api.given.enrollment(learner, course)
    const keys = course.lessons.map(({ key }) => key)
    const mark = async (key = '', ...more: string[]) => {
      const about = [course.slug, learner.email, key, '--reason', 'Shown in class', ...more]
      return (await lyceum.run(['course', 'learner', 'mark', ...about])).stdout
    }

    expect(await mark(keys[0])).toBe(`${keys[0]} is now done for ${learner.email}: 50 %.\n`)
    expect(await mark(keys[0], '--open')).toContain(`is now open for ${learner.email}: 0 %.`)
    for (const key of keys) await mark(key)
    expect(await mark(keys[0], '--open')).toBe(
      `${keys[0]} is now open for ${learner.email}: the course stays completed.\n`,
    )
  })

  test('seats are set, shown and removed', async () => {
    const course = await api.given.course()
    const seats = (...args: string[]) => lyceum.run(['course', 'seats', course.slug, ...args])

    const set = await seats('--seats', '20', '--opens', '2999-01-01')
    const shown = await seats('--json')
    const removed = await seats('--remove')

    expect(set.stdout).toMatch(/^Seats +20\nTaken +0\nLeft +20\n(.|\n)*Opens on +2999-01-01$/m)
    expect(shown.json).toMatchObject({ seats: 20, taken: 0, closesAt: null })
    expect(removed.stdout).toMatch(/^Seats +-\n(.|\n)*Opens on +-$/m)
  })

  test('a day to close enrollment counts to its end, of the school or of your time zone', async () => {
    const course = await api.given.course()
    const seats = async (...args: string[]) =>
      (await lyceum.run(['course', 'seats', course.slug, ...args, '--json'])).json

    expect(await seats('--opens', '2026-12-01', '--closes', '2026-12-31')).toMatchObject({
      opensAt: '2026-12-01T00:00:00.000Z',
      closesAt: '2027-01-01T00:00:00.000Z',
    })
    const inTokyo = await seats('--closes', '2026-12-31', '--time-zone', 'Asia/Tokyo')
    expect(inTokyo.closesAt).toBe('2026-12-31T15:00:00.000Z')
    expect((await seats('--closes', '2026-12-31T09:30:00Z')).closesAt).toBe(
      '2026-12-31T09:30:00.000Z',
    )
    const school = { TIME_ZONE: 'Asia/Tokyo' }
    const typed = ['course', 'seats', course.slug, '--closes', '2026-12-31']
    expect((await lyceum.run([...typed, '--json'], school)).json).toMatchObject({
      closesAt: '2026-12-31T15:00:00.000Z',
      closesOn: '2026-12-31',
    })
    expect((await lyceum.run(typed, school)).stdout).toMatch(/^Closes on +2026-12-31$/m)
    const nowhere = ['--closes', '2026-12-31', '--time-zone', 'Moon/Tycho']
    const { code, stderr } = await lyceum.run(['course', 'seats', course.slug, ...nowhere])
    expect([code, stderr]).toEqual([2, expect.stringContaining('like Europe/Berlin')])
  })

  test('lists have the JSON of the API', async () => {
    const { admin, learners } = api.as(await api.given.admin())
    const [learner, course] = [await api.given.learner(), await api.given.course()]
    const { id: cohortId } = await admin.cohorts.create.mutate({ name: 'Same JSON' })
    await admin.cohorts.addMember.mutate({ cohortId, user: learner.id })
    await learners.enroll.mutate({ user: 'same@example.com', courseId: course.id })
    const run = async (...args: string[]) => (await lyceum.run([...args, '--json'])).json.items

    await admin.coupons.create.mutate({ code: 'SAME-JSON', takesOff: { percent: 20 } })

    expect(await run('coupon', 'list')).toEqual((await admin.coupons.list.query({})).items)
    expect(await run('transaction', 'list')).toEqual(
      (await admin.transactions.list.query({})).items,
    )
    expect(await run('cohort', 'list')).toEqual((await admin.cohorts.list.query({})).items)
    expect(await run('cohort', 'members', 'Same JSON')).toEqual(
      (await admin.cohorts.members.query({ cohortId })).items,
    )
    expect(await run('invitation', 'list', '--course', course.slug)).toEqual(
      (await admin.invitations.list.query({ course: course.slug })).items,
    )
  })

  test('a webhook is listed without its path, and disabled, which is recorded once', async () => {
    const { webhooks, audit } = api.as(await api.given.admin()).admin
    const { id } = await webhooks.create.mutate({ url: 'https://hooks.example.com/s3cret' })

    const list = await lyceum.run(['webhook', 'list'])
    const disabled = await lyceum.run(['webhook', 'disable', id])
    await lyceum.run(['webhook', 'disable', id])

    expect(list.stdout).toContain('hooks.example.com')
    expect(list.stdout).not.toContain('s3cret')
    expect(disabled.stdout).toBe(`The webhook ${id} is disabled.\n`)
    expect((await webhooks.get.query({ webhookId: id })).status).toBe('disabled')
    const { items } = await audit.list.query({ event: 'webhook-changed' })
    expect(items.map(({ details }) => details)).toEqual([
      { webhookId: id, 'before.status': 'active', 'after.status': 'disabled' },
    ])
  })

  test('a mail that failed is listed and sent again', async () => {
    const learner = await api.given.learner()
    const [failed, code] = [crypto.randomUUID(), crypto.randomUUID()]
    await api.deps.db.execute(sql`
      insert into mails (id, user_id, kind, payload, status, attempts, created_at, ended_at)
      values (${failed}, ${learner.id}, 'password-changed', '{"kind":"password-changed"}', 'failed',
        3, now(), now()),
      (${code}, ${learner.id}, 'verify_email', null, 'failed', 3, now(), now())`)
    const mail = (...args: string[]) => lyceum.run(['mail', ...args])

    const listed = await mail('list', '--user', learner.email, '--json')
    const again = await mail('resend', failed, '--json')

    expect(listed.json.items.map(({ id }: { id: string }) => id).sort()).toEqual(
      [failed, code].sort(),
    )
    expect(again.json).toMatchObject({ kind: 'password-changed', status: 'waiting' })
    expect((await mail('resend', code)).stderr).toContain('request a new one')
    expect((await mail('list', '--status', 'lost')).code).toBe(2)
  })

  test('a cohort is created, filled, changed and deleted by its name', async () => {
    const [learner, course] = [await api.given.learner(), await api.given.course()]
    const cohort = (...args: string[]) => lyceum.run(['cohort', ...args])
    const name = 'Evening class'

    const created = await cohort('create', name, '--ends', '2999-06-30', '--json')
    await cohort('add-course', name, course.slug)
    const added = await cohort('add', name.toUpperCase(), learner.email)
    const again = await cohort('add', name, learner.email)
    const members = await cohort('members', name, '--json')
    const shown = await cohort('show', name)
    const nothing = await cohort('update', name)
    const removed = await cohort('remove', name, learner.email, '--yes')
    const deleted = await cohort('delete', name, '--yes')

    expect(created.json).toMatchObject({ name, endsAt: '2999-07-01T00:00:00.000Z' })
    expect(added.stdout).toBe(`${learner.email} is now a member of ${name}.\n`)
    expect(again.stdout).toContain('is already a member of')
    expect(members.json.items).toMatchObject([{ userId: learner.id, email: learner.email }])
    expect(shown.stdout).toContain(`\n${course.slug} `)
    expect([nothing.code, removed.code, deleted.code]).toEqual([2, 0, 0])
    expect((await cohort('show', name)).code).toBe(3)
  })

  test('an invitation is sent again and withdrawn', async () => {
    const course = await api.given.course()
    await lyceum.run(['enroll', 'late@example.com', course.slug, '--invite'])
    const { json } = await lyceum.run('invitation list --email late@example.com --json')
    const id = json.items[0].id

    const sent = await lyceum.run(['invitation', 'resend', id])
    const withdrawn = await lyceum.run(['invitation', 'withdraw', id])

    expect(sent.stdout).toBe('The invitation of late@example.com is sent again.\n')
    expect(withdrawn.code).toBe(0)
  })
})
