import { expect, test, vi } from 'vitest'
import { forAllTests, startApi } from '../../server/test/api.ts'
import {
  type ClientErrorName,
  fieldErrors,
  type Issue,
  isLyceumError,
  type Lyceum,
  LyceumError,
  paginate,
  type RequestLog,
  type ResponseLog,
} from '../src/index.ts'
import { connect, failureOf, unluckyFetchFrom } from './support.ts'

const api = await forAllTests(startApi())

const password = 'correct horse battery staple'

test('a learner registers, verifies the email, enrolls, learns and gets a valid certificate', async () => {
  const { lyceum } = connect(api)
  const { id: courseId } = await api.given.course()

  await lyceum.auth.register.mutate({ email: 'ada@example.com', password })
  await lyceum.auth.verifyEmail.mutate({
    email: 'ada@example.com',
    code: await api.codeFor('ada@example.com'),
  })
  const { user } = await lyceum.signIn({ email: 'ada@example.com', password })
  await lyceum.transactions.create.mutate({ courseIds: [courseId] })
  const course = await lyceum.courses.get.query({ idOrSlug: courseId })
  for (const { id, required } of course.sections.flatMap(({ lessons }) => lessons)) {
    if (required) await lyceum.progress.update.mutate({ lessonId: id, completed: true })
  }
  const certificate = await lyceum.certificates.issue.mutate({ courseId })

  expect(user.email).toBe('ada@example.com')
  const answers = [
    certificate.verificationCode,
    certificate.verificationCode.toLowerCase(),
    ` ${certificate.verificationUrl} `,
    `${certificate.verificationUrl}#eyJhbGciOiJFZERTQSJ9.eyJjb2RlIjoiWCJ9.c2lnbmF0dXJl`,
    `${certificate.verificationUrl}/?lang=de`,
    certificate.certificateUrl,
    certificate.credentialUrl,
  ]
  for (const code of answers)
    expect(await lyceum.verifyCertificate(code)).toMatchObject({
      valid: true,
      courseTitle: course.title,
    })
  expect(await failureOf(lyceum.verifyCertificate('AAAA-AAAA-AAAA'))).toMatchObject({
    name: 'CertificateNotFound',
    status: 404,
  })
})

test('an empty input can be left out', async () => {
  const learner = await api.given.learner()
  const { lyceum } = connect(api, { token: learner.token })

  expect(await lyceum.cart.get.query()).toMatchObject({ items: [] })
  expect(await lyceum.courses.list.query()).toMatchObject({ nextCursor: null })
  expect(await lyceum.me.get.query()).toMatchObject({ email: learner.email })
})

test('errors of the server arrive with name, status, request id and the problems of each field', async () => {
  const { lyceum } = connect(api)

  const missing = await failureOf(
    lyceum.auth.register.mutate({ email: 'ada@example.com', password: '' }),
  )
  const stranger = await failureOf(lyceum.cart.get.query())

  expect(isLyceumError(missing)).toBe(true)
  expect(missing).toMatchObject({
    name: 'MissingFields',
    status: 400,
    issues: [{ path: 'password', message: 'is required', code: 'required' }],
  })
  expect(missing).toHaveProperty('requestId', expect.stringMatching(/^[0-9a-f-]{36}$/))
  expect(stranger).toMatchObject({ name: 'TokenMissing', status: 401, issues: [] })
})

test('a form says at each field what is wrong, and above them what is wrong as a whole', async () => {
  const { lyceum } = connect(api)
  const faultsOf = async (call: Promise<unknown>, say?: (issue: Issue) => string) =>
    fieldErrors(await failureOf(call), say)

  const wrong = { email: 'ada', password: 'short' }
  expect(await faultsOf(lyceum.auth.register.mutate(wrong))).toEqual({
    email: 'is not an email address',
    password: 'must have at least 8 characters',
  })
  const inGerman = ({ code, limit, message }: Issue) =>
    code === 'minLength' ? `mindestens ${limit} Zeichen` : message
  expect(await faultsOf(lyceum.auth.register.mutate(wrong), inGerman)).toEqual({
    email: 'is not an email address',
    password: 'mindestens 8 Zeichen',
  })
  expect(await faultsOf(lyceum.signIn({ email: 'nobody@example.com', password }))).toEqual({
    '': 'Wrong email or password. Please try again.',
  })
  const issues = ['is too long', 'has a space'].map((message) => ({ path: 'name', message }))
  const twofold = new LyceumError('InvalidFields', 'Something is invalid.', { issues })
  expect(fieldErrors(twofold)).toEqual({ name: 'is too long; has a space' })
  expect([fieldErrors(null), fieldErrors(new Error('Oops'))]).toEqual([{}, {}])
})

test('each call of a batch succeeds or fails by itself', async () => {
  const learner = await api.given.learner()
  const { lyceum, sent } = connect(api, { token: learner.token })

  const [cart, course] = await Promise.allSettled([
    lyceum.cart.get.query(),
    lyceum.courses.get.query({ idOrSlug: 'nothing' }),
  ])

  expect(sent).toHaveLength(1)
  expect(cart).toMatchObject({ status: 'fulfilled', value: { items: [] } })
  expect(course).toMatchObject({
    status: 'rejected',
    reason: { name: 'CourseNotFound', status: 404 },
  })
})

test.each(['/api/v1', '/somewhere'])(
  'a base URL with the path %s is named, with what it must be',
  async (path) => {
    await using api = await startApi()
    const baseUrl = `http://lyceum.test${path}`
    const { lyceum } = connect(api, { baseUrl, retries: 0 })

    expect(await failureOf(lyceum.site.config.query())).toMatchObject({
      name: 'UnexpectedAnswer',
      status: 404,
      message:
        `${baseUrl} answered with something else (status 404) instead of an answer of Lyceum. Check ` +
        'baseUrl: the URL of the server alone, without /api/v1 or /trpc.',
    })
  },
)

test('a call that the server does not know fails alone, whatever it shares a request with', async () => {
  await using api = await startApi()
  const { lyceum, sent } = connect(api, { token: (await api.given.learner()).token })
  const newer = lyceum as unknown as { cart: { forecast: { query(): Promise<unknown> } } }

  const [cart, unknown] = await Promise.allSettled([
    lyceum.cart.get.query(),
    newer.cart.forecast.query(),
  ])

  expect(sent).toHaveLength(1)
  expect(cart).toMatchObject({ status: 'fulfilled', value: { items: [] } })
  expect(unknown).toMatchObject({ status: 'rejected', reason: { name: 'NotFound', status: 404 } })
})

test('a request that the server refuses before the procedure has an error name too', async () => {
  await using api = await startApi({ config: { rateLimitScale: 1 } })
  const learner = await api.given.learner()
  const { lyceum } = connect(api, { token: learner.token, retries: 0 })

  const large = lyceum.transactions.create.mutate({
    courseIds: Array.from({ length: 2_000 }, () => learner.id),
  })
  expect(await failureOf(large)).toMatchObject({ name: 'PayloadTooLarge', status: 413 })

  const stranger = connect(api, { retries: 0 }).lyceum
  let refusal: unknown
  for (let calls = 0; calls < 400 && !isLyceumError(refusal, 'auth.providers'); calls += 1)
    refusal = await stranger.auth.providers.query().catch((error) => error)
  expect(refusal).toMatchObject({ name: 'RateLimited', status: 429 })
  expect(refusal).toHaveProperty('retryAfterSeconds', expect.any(Number))
})

test('calls made at the same time share batches of at most ten, and all are answered', async () => {
  const learner = await api.given.learner()
  const { lyceum, sent } = connect(api, { token: learner.token })

  const carts = await Promise.all(Array.from({ length: 25 }, () => lyceum.cart.get.query()))

  expect(carts).toHaveLength(25)
  expect(sent.map(({ operations }) => operations.length)).toEqual([10, 10, 5])
})

test('a purchase whose answer is lost is retried automatically and happens once', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const { lyceum, sent } = connect(api, { token: learner.token })
  const fetch = vi.fn(unluckyFetchFrom(api))
  const { lyceum: unlucky } = connect(api, { token: learner.token, fetch })

  const bought = await unlucky.transactions.create.mutate({ courseIds: [course.id] })

  expect([fetch.mock.calls.length, bought.status]).toEqual([2, 'fulfilled'])
  expect((await lyceum.transactions.list.query()).items).toMatchObject([{ id: bought.id }])
  expect(sent).toHaveLength(1)
})

test('a key that was used for a different input is refused by name', async () => {
  const learner = await api.given.learner()
  const [one, other] = [await api.given.course(), await api.given.course()]
  const { lyceum } = connect(api, { token: learner.token })
  const idempotencyKey = 'the-first-of-my-courses'
  await lyceum.cart.add.mutate({ courseId: one.id }, { idempotencyKey })

  const failure = await failureOf(
    lyceum.cart.add.mutate({ courseId: other.id }, { idempotencyKey }),
  )

  expect(failure).toMatchObject({ name: 'IdempotencyKeyReused', status: 422 })
})

test('only operations that take a key accept one', () => {
  type OptionsOf<Call extends (...args: never[]) => unknown> = Exclude<
    Parameters<Call>[1],
    undefined
  >
  const keyed: OptionsOf<Lyceum['cart']['add']['mutate']> = { idempotencyKey: 'x'.repeat(16) }
  // @ts-expect-error Taking something out twice is harmless: there is nothing that a key would add.
  const unkeyed: OptionsOf<Lyceum['cart']['remove']['mutate']> = { idempotencyKey: 'x'.repeat(16) }
  expect([keyed, unkeyed]).toHaveLength(2)
})

test('calls to auth are never batched', async () => {
  const { lyceum, sent } = connect(api)
  const mistakes = Array.from({ length: 3 }, () =>
    failureOf(lyceum.signIn({ email: 'nobody@example.com', password })),
  )

  expect(await Promise.all(mistakes)).toMatchObject(
    mistakes.map(() => ({ name: 'InvalidCredentials' })),
  )
  expect(sent.map(({ operations }) => operations)).toEqual([
    ['auth.login'],
    ['auth.login'],
    ['auth.login'],
  ])
})

test('what is missing in a course is read page by page, beside the short answer of a report', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: Array.from({ length: 7 }, () => 'required') })
  await api.given.enrollment(learner, course)
  const { lyceum } = connect(api, { token: learner.token })
  const [, second] = course.lessons

  const report = await lyceum.progress.update.mutate({
    lessonId: second?.id ?? '',
    completed: true,
  })
  const missing: string[] = []
  const all = { courseId: course.id, limit: 2 }
  for await (const { title } of paginate(lyceum.progress.get, { ...all, missing: true }))
    missing.push(title)
  const outline = await lyceum.courses.get.query({ idOrSlug: course.id, outline: 'sections' })

  expect([report.course.completedLessons, report.course.requiredLessons]).toEqual([1, 7])
  expect(report.next?.title).toBe('Lesson 3')
  expect(missing).toEqual([1, 3, 4, 5, 6, 7].map((number) => `Lesson ${number}`))
  expect(outline.sections).toEqual([
    { title: 'The only section', lessonCount: 7, minutes: 35, lessons: [] },
  ])
})

test('paginate reads a list of 45 page by page, and stops when you stop', async () => {
  const learner = await api.given.learner()
  const slugs = Array.from({ length: 45 }, (_, index) => `course-${index}`)
  for (const slug of slugs) await api.given.course({ slug, lessons: ['required'] })
  const { lyceum, sent } = connect(api, { token: learner.token })

  const seen: string[] = []
  for await (const course of paginate(lyceum.courses.list)) seen.push(course.slug)
  const pagesForAll = sent.length
  for await (const course of paginate(lyceum.courses.list, { limit: 10 }))
    if (course.slug === seen[3]) break

  expect(seen).toEqual(expect.arrayContaining(slugs))
  expect(new Set(seen).size).toBe(seen.length)
  expect(pagesForAll).toBe(3)
  expect(sent.length - pagesForAll).toBe(1)
})

test('hooks see every request and answer, but never a token, a body or an input', async () => {
  const learner = await api.given.learner()
  const seen: (RequestLog | ResponseLog)[] = []
  const { lyceum } = connect(api, {
    onRequest: (request) => seen.push(request),
    onResponse: (response) => seen.push(response),
  })

  await lyceum.signIn({ email: learner.email, password })
  await failureOf(lyceum.courses.get.query({ idOrSlug: 'a-secret-slug' }))

  expect(seen).toMatchObject([
    { id: 1, method: 'POST', operations: ['auth.login'] },
    {
      id: 1,
      status: 200,
      errors: [],
      requestId: expect.any(String),
      milliseconds: expect.any(Number),
    },
    { id: 2, method: 'GET', operations: ['courses.get'] },
    { id: 2, status: 404, errors: ['CourseNotFound'] },
  ])
  expect(JSON.stringify(seen)).not.toMatch(/eyJ|battery|secret|@/)
})

test('a hook that throws does not fail the call', async () => {
  const learner = await api.given.learner()
  const failing = () => {
    throw new Error('The log is full.')
  }
  const { lyceum } = connect(api, { token: learner.token, onRequest: failing, onResponse: failing })

  expect(await lyceum.cart.get.query()).toMatchObject({ items: [] })
})

test('the client is not a thenable: it can be awaited and returned', async () => {
  const { lyceum } = connect(api)

  expect(await (async () => lyceum)()).toBe(lyceum)
  expect(await (async () => lyceum.cart)()).toBe(lyceum.cart)
})

test('the compiler checks a switch over error names for completeness', () => {
  function mayHaveBeenDone(name: ClientErrorName): boolean {
    switch (name) {
      case 'NetworkError':
      case 'Timeout':
      case 'Aborted':
      case 'UnexpectedAnswer':
        return true
      case 'InvalidBaseUrl':
      case 'TokenStoreFailed':
      case 'SessionChanged':
      case 'UnknownError':
        return false
      default:
        return name satisfies never
    }
  }
  expect(mayHaveBeenDone('Timeout')).toBe(true)
})

test('answers are numbered as they are given, and a server that knows no numbers gets none', async () => {
  const sent: { position: number; number?: number }[][] = []
  let knowsNumbers = true
  const attempt = (attemptId: string, said: object) => ({ attemptId, id: attemptId, ...said })
  const { lyceum } = connect(api, {
    token: (await api.given.learner()).token,
    fetch: async (url, { body }) => {
      if (!url.includes('attempts.save')) {
        const readAt = new Date(Date.now() + 3_600_000).toISOString()
        return Response.json([{ result: { data: attempt('one', { lastNumber: 7, readAt }) } }])
      }
      const { 0: input } = JSON.parse(String(body))
      sent.push(input.answers)
      const issues = [{ path: 'answers.0.number', message: 'is unknown', code: 'unknown_field' }]
      const error = { data: { error: 'InvalidFields', message: 'No.', status: 400, issues } }
      const savedAt = new Date(Date.now() + 3_600_000).toISOString()
      return knowsNumbers || input.answers[0].number === undefined
        ? Response.json([{ result: { data: attempt('one', { lastNumber: 9e15, savedAt }) } }])
        : Response.json([{ error }], { status: 400 })
    },
  })
  const save = (number?: number) =>
    lyceum.attempts.save.mutate({
      attemptId: 'one',
      answers: [{ position: 0, answer: null, ...(number !== undefined && { number }) }],
    })
  await lyceum.attempts.get.query({ attemptId: 'one' })
  const kept = lyceum.nextAnswerNumber('one')
  await save(kept)
  await save()
  await save()
  const [first = 0, second = 0, third = 0] = sent.map(([answer]) => answer?.number ?? 0)
  // By the clock of the server, an hour ahead, and above what it named meanwhile.
  expect(Math.abs(first - Date.now() - 3_600_000)).toBeLessThan(60_000)
  expect([first, second > 9e15, third > second]).toEqual([kept, true, true])
  knowsNumbers = false
  await save()
  expect(sent.slice(3).map(([answer]) => answer?.number === undefined)).toEqual([false, true])
})
