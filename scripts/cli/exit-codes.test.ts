import { describe, expect, test } from 'vitest'
import { givenService } from './test/service.ts'

const { api, lyceum } = await givenService()

const nobody = '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04'

describe('exit codes tell refusals apart, each with one sentence and without raw errors', () => {
  test.each([
    [2, 'transaction show abc', 'error: ID "abc": is not an id like'],
    [2, 'transaction refund nonsense --reason Because', 'error: ID "nonsense": is not an id like'],
    [2, `transaction refund ${nobody}`, "error: required option '--reason <text>' not specified"],
    [2, 'transaction list --limit -1', 'error: --limit must be a whole number'],
    [2, 'transaction list --status sold', "error: option '--status <status>' argument 'sold' "],
    [2, 'coupon create X --percent 20', 'error: CODE: is not 3 to 40 letters'],
    [2, 'coupon create GOOD --percent 101', 'error: --percent must be 1 to 100'],
    [2, 'coupon create GOOD --percent 0', 'error: --percent must be a whole number'],
    [2, 'coupon create GOOD', 'error: give either --percent or --amount'],
    [2, 'coupon create GOOD --percent 5 --amount 5', 'error: give either --percent or --amount'],
    [2, 'coupon create GOOD --amount 500', 'ISO 4217'],
    ...['ABC', 'XXX', 'XTS', 'XAU', 'usd'].map(
      (odd) => [2, `coupon create GOOD --amount 500 --currency ${odd}`, 'ISO 4217'] as const,
    ),
    [2, 'coupon create GOOD --percent 5 --from 2027-02-30', 'error: --from must be a day like'],
    [2, 'coupon create GOOD --percent 5 --from 2027-02-02 --until 2027-02-01', 'error: --until: '],
    [2, 'report sales --from yesterday', 'error: --from: '],
    [2, 'report stuck --course any --days many', 'error: --days must be a whole number'],
    [3, 'report learning --course no-such-course', 'There is no such course.'],
    [3, 'report learning --cohort Nobody', 'There is no such cohort.'],
    [3, 'enroll nobody@example.com no-such-course', 'There is no such user.'],
    [3, 'course archive no-such-course', 'There is no such course.'],
    [3, 'user show nobody@example.com', 'There is no such user.'],
    [3, `user show ${nobody}`, 'There is no such user.'],
    [3, 'user erase nobody@example.com --yes', 'There is no such user.'],
    [3, `transaction show ${nobody}`, 'There is no such transaction.'],
    [3, 'certificate show 0000-0000-0000-0000-0', 'There is no such certificate.'],
    [3, 'certificate verify /nope', 'There is no such file or folder: /nope'],
    [3, `job retry ${nobody}`, 'There is no such job.'],
    [3, `invitation withdraw ${nobody}`, 'There is no such invitation'],
    [3, 'cohort show Nobody', 'There is no such cohort.'],
    [3, 'coupon show NONE', 'There is no such coupon.'],
    [1, 'certificate verify /', 'This is a folder, not a file'],
    [3, 'course import /nope', '/nope: there is no such folder: add it, or correct'],
    [2, 'course foo', "error: unknown command 'foo'"],
    [2, 'course foo --help', "error: unknown command 'foo'"],
    [2, 'foo -h', "error: unknown command 'foo'"],
    [1, 'course import README.md', 'README.md: this is a file: name the folder'],
    [
      5,
      'certificate verify README.md --jwks http://127.0.0.1:9/',
      '--jwks: http://127.0.0.1:9/ does not respond',
    ],
  ] as const)('%i for %j', async (code, command, words) => {
    const ended = await lyceum.run(command)

    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) })
    expect(ended.stderr).not.toMatch(/ENOENT|Invalid UUID|Something went wrong|:1:/)
  })

  test.each([
    [3, 'UserNotFound', 'user show nobody@example.com'],
    [3, 'UserNotFound', 'course create knots --title K --summary K --owner nobody@example.com'],
    [3, 'NotFound', 'certificate verify /nope'],
    [2, 'InvalidFields', 'user list --limit -1'],
    [2, 'InvalidFields', 'user list --jsn'],
    [2, 'InvalidFields', 'report learning --csv'],
    [4, 'ConflictError', 'keys create'],
  ])('with --json, %i is %s on stdout too, for %j', async (code, error, command) => {
    const { json, ...ended } = await lyceum.run(`${command} --json`)

    expect([ended.code, json.error]).toEqual([code, error])
    expect(ended.stderr).toContain(json.message)
  })

  test('5 without the database, 4 for what is done already', async () => {
    const silent = { DATABASE_URL: 'postgres://lyceum@127.0.0.1:1/lyceum' }
    expect(await lyceum.run(['user', 'list'], silent)).toMatchObject({ code: 5 })
    expect(await lyceum.run(['keys', 'create'])).toMatchObject({ code: 4 })
  })

  test('and all of them are in the help', async () => {
    const { stdout } = await lyceum.run(['--help'])
    for (const code of [0, 1, 2, 3, 4, 5]) expect(stdout).toMatch(new RegExp(`^ {2}${code} `, 'm'))
  })
})

describe('what cannot be undone', () => {
  test('is refused without --yes where nobody can be asked, and --dry-run changes nothing', async () => {
    const { email } = await api.given.learner()
    await lyceum.run(['coupon', 'create', 'CAREFUL', '--percent', '5'])
    const commands = [
      ['user', 'erase', email],
      ['coupon', 'disable', 'CAREFUL'],
      ['keys', 'rotate', '--compromised'],
    ]
    const keysBefore = (await lyceum.run(['keys', 'list'])).stdout

    const refused = await Promise.all(commands.map((args) => lyceum.run(args)))
    const rehearsed = await Promise.all(commands.map((args) => lyceum.run([...args, '--dry-run'])))

    for (const ended of refused)
      expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes') })
    for (const ended of rehearsed)
      expect(ended).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/\nThis was a dry run: nothing was changed\.\n$/),
      })
    expect((await lyceum.run(['user', 'show', email])).code).toBe(0)
    expect((await lyceum.run(['coupon', 'show', 'CAREFUL', '--json'])).json.disabledAt).toBeNull()
    expect((await lyceum.run(['keys', 'list'])).stdout).toBe(keysBefore)
    const audit = await lyceum.run(['audit', '--since', '1h', '--json'])
    const events = audit.json.items.map((item: { event: string }) => item.event)
    expect(events).not.toContain('account-erased')
    expect(events).not.toContain('keys-rotated')
  })

  test('a refund of all lines needs a confirmation, one of a line does not', async () => {
    const learner = await api.given.learner()
    const courses = await Promise.all(
      [1000, 500].map((amount) => api.given.course({ price: { amount, currency: 'USD' } })),
    )
    const { id } = await api
      .as(learner)
      .transactions.create.mutate({ courseIds: courses.map((course) => course.id) })
    await api.request(`POST /sandbox/payments/sandbox_${id}/pay`)
    const refund = (...more: string[]) =>
      lyceum.run(['transaction', 'refund', id, '--reason', 'By mistake', '--json', ...more])

    expect(await refund()).toMatchObject({ code: 2, json: { error: 'InvalidFields' } })
    expect((await refund('--dry-run')).json).toMatchObject({
      dryRun: true,
      refunds: [{ status: 'requested' }, { status: 'requested' }],
    })
    expect((await lyceum.run(['transaction', 'show', id, '--json'])).json.refunds).toEqual([])
    expect((await refund('--line', '2')).json).toMatchObject({ status: 'partially_refunded' })
    expect((await refund('--yes')).json).toMatchObject({ status: 'refunded' })
    expect(await refund('--yes')).toMatchObject({ code: 4 })
  })
})

describe('users', () => {
  test('are found by a part of their email or name, and shown with all that they have', async () => {
    const learner = await api.given.learner({ name: 'Zoë 100% Quux' })
    const course = await api.given.course()
    await lyceum.run(['enroll', learner.email, course.slug])

    const found = await lyceum.run(['user', 'find', '100% qu', '--json'])
    expect(found.json.items).toMatchObject([{ id: learner.id, email: learner.email }])
    expect((await lyceum.run(['user', 'find', '1_0% qu', '--json'])).json.items).toEqual([])
    const [byEmail, byId] = await Promise.all(
      [learner.email.toUpperCase(), learner.id].map((who) =>
        lyceum.run(['user', 'show', who, '--json']),
      ),
    )
    expect(byEmail?.json).toEqual(byId?.json)
    expect(byId?.json).toMatchObject({
      id: learner.id,
      name: 'Zoë 100% Quux',
      signsInWith: ['password'],
      enrollments: [{ courseSlug: course.slug, status: 'active', source: 'administrator' }],
      transactions: [],
      certificates: [],
    })
    expect(byId?.stdout).not.toContain('$2')
    expect((await lyceum.run(['user', 'show', learner.id])).stdout).toMatch(
      new RegExp(`^COURSE SLUG .*\\n${course.slug} +active +administrator`, 'm'),
    )
  })

  test('lose access to a course by enroll --end, unless it was paid for', async () => {
    const learner = await api.given.learner()
    const [given, free, bought] = await Promise.all([
      api.given.course(),
      api.given.course(),
      api.given.course({ price: { amount: 1000, currency: 'USD' } }),
    ])
    await lyceum.run(['enroll', learner.email, given.slug])
    const buy = async (courseId: string) =>
      (await api.as(learner).transactions.create.mutate({ courseIds: [courseId] })).id
    await buy(free.id)
    const id = await buy(bought.id)
    await api.request(`POST /sandbox/payments/sandbox_${id}/pay`)
    const end = (slug: string) => lyceum.run(['enroll', learner.email, slug, '--end', '--json'])
    const isEnrolled = async ({ slug }: { slug: string }) =>
      (await api.as(learner).courses.get.query({ idOrSlug: slug })).enrollment !== undefined

    expect((await end(given.slug)).json).toMatchObject({ changed: true })
    expect((await end(given.slug)).json).toMatchObject({ changed: false })
    expect((await end(free.slug)).json).toMatchObject({ changed: true })
    expect(await end(bought.slug)).toMatchObject({
      code: 4,
      json: { error: 'CoursePaidFor', facts: { transactionId: id, line: 1 } },
      stderr: expect.stringContaining(`lyceum transaction refund ${id} --line 1`),
    })

    expect(await Promise.all([given, free, bought].map(isEnrolled))).toEqual([false, false, true])
    // Nothing contradicts itself, and the free course can be taken again.
    const { json } = await lyceum.run(['doctor', '--data', '--json'])
    const violated = json.items.flatMap((item: { listed: { userId?: string }[] }) => item.listed)
    expect(violated.filter(({ userId }: { userId?: string }) => userId === learner.id)).toEqual([])
    await buy(free.id)
    expect(await isEnrolled(free)).toBe(true)
  })
})
