import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import {
  courseFolder,
  FILES,
  MANIFEST,
  manifestWith,
} from '../../server/features/authoring/course-folder/test-support.ts'
import { startApi } from '../../server/test/api.ts'
import { givenCommandLine } from './test/command-line.ts'

// Every command is a process of its own.
vi.setConfig({ testTimeout: 90_000 })

describe('course import', () => {
  test('publishes a course once, then again only what changed', async () => {
    await using lyceum = await givenCommandLine()
    await using folder = await courseFolder(FILES)
    const importAgain = async () =>
      (await lyceum.run(['course', 'import', folder.path, '--json'])).json.items[0]

    expect(await importAgain()).toEqual({
      folder: folder.path,
      slug: 'knots',
      title: 'Knots for everyone',
      version: 1,
      lessons: 2,
      outcome: 'new course',
    })
    expect(await importAgain()).toMatchObject({ version: 1, outcome: 'unchanged' })

    await writeFile(join(folder.path, 'course.yaml'), MANIFEST.replace('4900', '2900'))
    expect(await importAgain()).toMatchObject({ version: 1, outcome: 'new price' })

    await writeFile(
      join(folder.path, '01-bowline.md'),
      '# The bowline\n\nThe rabbit comes out of its hole.\n',
    )
    const last = await lyceum.run(['course', 'import', folder.path])
    expect(last).toMatchObject({
      code: 0,
      stdout: 'knots: new version, version 2 with 2 lessons (Knots for everyone)\n',
    })
    expect(last.stderr).toBe(`Reading ${folder.path}\nPublishing knots\n`)
  })

  test('names file and line of a mistake, writes nothing of that folder, and imports the others', async () => {
    await using api = await startApi()
    await using lyceum = await givenCommandLine()
    await using good = await courseFolder({
      ...FILES,
      'course.yaml': MANIFEST.replace('slug: knots', 'slug: good-knots'),
    })
    await using bad = await courseFolder({
      ...FILES,
      'course.yaml': `${manifestWith(10, '      - { file: gone.md }')['course.yaml']}`.replace(
        'knots',
        'bad-knots',
      ),
    })

    const ended = await lyceum.run(['course', 'import', bad.path, good.path, '--json'])

    expect(ended.code).toBe(1)
    expect(ended.json.items).toMatchObject([
      { folder: bad.path, outcome: 'failed', message: expect.stringMatching(/course\.yaml:10: /) },
      { folder: good.path, outcome: 'new course', slug: 'good-knots' },
    ])
    expect(
      ended.stderr.split('\n').filter((line) => line.startsWith(`${bad.path}/course.yaml:10: `)),
    ).toHaveLength(1)
    expect(ended.stderr).not.toContain('    at ')
    const token = (await api.given.learner()).token
    expect((await api.request('GET /api/courses/good-knots', { token })).status).toBe(200)
    expect((await api.request('GET /api/courses/bad-knots', { token })).status).toBe(404)
  })
})

describe('lists', () => {
  test('are aligned tables for people and one JSON document for programs, without secrets', async () => {
    await using api = await startApi()
    await using lyceum = await givenCommandLine()
    const course = await api.given.course({
      slug: 'sailing',
      title: 'Sailing',
      price: { amount: 2900, currency: 'USD' },
    })
    const user = await api.given.learner({ name: 'Eve \u001b[2J\u202e', verified: false })

    const [courses, users, table] = await Promise.all(
      [
        ['course', 'list', '--json'],
        ['user', 'list', '--json'],
        ['user', 'list'],
      ].map((args) => lyceum.run(args)),
    )

    expect(courses?.json.items).toContainEqual({
      id: course.id,
      slug: 'sailing',
      title: 'Sailing',
      status: 'published',
      version: 1,
      language: 'en',
      price: { amount: 2900, currency: 'USD' },
    })
    const listed = users?.json.items.find(({ id }: { id: string }) => id === user.id)
    expect(listed).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      role: 'learner',
      emailVerifiedAt: null,
      createdAt: expect.any(String),
    })
    expect(users?.stdout).not.toMatch(/\$2[aby]\$/)
    expect(table?.stdout).toMatch(/^EMAIL +NAME +ROLE +VERIFIED +REGISTERED\n/)
    expect(table?.stdout).toMatch(
      new RegExp(`^${user.email} +Eve �\\[2J� +learner +no +\\d{4}-\\d\\d-\\d\\d$`, 'm'),
    )
  })
})

describe('users', () => {
  test('verified by an administrator can log in', async () => {
    await using api = await startApi()
    await using lyceum = await givenCommandLine()
    const { email, password } = await api.given.learner({ verified: false })
    const login = async () =>
      (await api.request('POST /api/v1/auth/login', { body: { email, password } })).status
    expect(await login()).toBe(403)

    const verified = await lyceum.run(['user', 'verify', ` ${email.toUpperCase()} `, '--json'])

    expect(verified).toMatchObject({
      code: 0,
      json: { email, changed: true, emailVerifiedAt: expect.any(String) },
    })
    expect(await login()).toBe(200)
  })

  test('become administrators when they log in again: their sessions end', async () => {
    await using api = await startApi()
    await using lyceum = await givenCommandLine()
    const [user, other] = [await api.given.learner(), await api.given.learner()]
    const look = async (token: string) =>
      (await api.request(`GET /api/certificates/${other.id}`, { token })).status
    expect(await look(user.token)).toBe(403)

    expect(await lyceum.run(['user', 'role', user.email, 'admin'])).toMatchObject({
      code: 0,
      stdout: `${user.email} is an administrator now.\n`,
    })
    expect(await look(user.token)).toBe(401)

    const { email, password } = user
    const { body } = await api.request('POST /api/v1/auth/login', { body: { email, password } })
    expect(await look(body.token)).toBe(200)
  })

  test('are enrolled by the slug or the id of a course, once', async () => {
    await using api = await startApi()
    await using lyceum = await givenCommandLine()
    const [user, course] = [await api.given.learner(), await api.given.course()]
    const learn = async () =>
      (await api.request(`GET /api/lessons/${course.lessons[1]?.id}`, { token: user.token })).status
    expect(await learn()).toBe(403)

    const choices = [course.slug, course.id]
    const [bySlug, byId] = await Promise.all(
      choices.map((choice) => lyceum.run(['enroll', user.email, choice, '--json'])),
    )

    const { id, slug, title } = course
    expect(bySlug?.json).toEqual({
      email: user.email,
      course: { id, slug, title, version: 1 },
      changed: expect.any(Boolean),
    })
    expect(byId?.json.course).toEqual(bySlug?.json.course)
    expect([bySlug?.json.changed, byId?.json.changed].sort()).toEqual([false, true])
    expect(await learn()).toBe(200)
  })

  test('and courses that do not exist are refused in one line on stderr, with exit code 1', async () => {
    await using api = await startApi()
    await using lyceum = await givenCommandLine()
    const [{ email }, course] = [await api.given.learner(), await api.given.course()]
    const refused = [
      ['enroll', 'nobody@example.com', course.slug, '--json'],
      ['enroll', email, 'nothing'],
    ]

    const [nobody, nothing] = await Promise.all(refused.map((args) => lyceum.run(args)))

    expect(nobody).toMatchObject({ code: 1, stdout: '', stderr: 'There is no such user.\n' })
    expect(nothing).toMatchObject({ code: 1, stdout: '', stderr: 'There is no such course.\n' })
  })
})

test('a certificate is shown, and revoked for good with the first reason', async () => {
  await using api = await startApi()
  await using lyceum = await givenCommandLine()
  const [{ token, email }, course] = [
    await api.given.learner(),
    await api.given.course({ title: 'Sailing', lessons: ['required'] }),
  ]
  await api.given.enrollment({ email }, course)
  await api.request('POST /api/progress/update', {
    token,
    body: { lessonId: course.lessons[0]?.id, completed: true },
  })
  const code: string = (await api.request(`POST /courses/${course.id}/certificate`, { token })).body
    .verificationCode
  const isValid = async () =>
    (await api.request(`GET /certificates/verify/${code}`, { token })).body.valid

  const shown = await lyceum.run(['certificate', 'show', code.toLowerCase().replaceAll('-', '')])
  expect(shown.stdout).toMatch(
    /^Code {7}\S+\nStatus {5}issued\nLearner {4}Ada Lovelace\nCourse {5}Sailing\n/,
  )
  expect(await isValid()).toBe(true)

  const revoked = await lyceum.run([
    'certificate',
    'revoke',
    code,
    '--reason',
    'The first reason',
    '--json',
  ])
  expect(revoked.json).toMatchObject({
    verificationCode: code,
    status: 'revoked',
    revocationReason: 'The first reason',
    changed: true,
  })
  expect(await isValid()).toBe(false)

  const again = await lyceum.run(['certificate', 'revoke', code, '--reason', 'Another one'])
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/was revoked already, on \S+: The first reason\n$/),
  })
})

test('certificates are listed, replaced once, and checked with nothing but the public keys', async () => {
  await using api = await startApi()
  await using lyceum = await givenCommandLine()
  const [{ token, email, id }, course] = [
    await api.given.learner(),
    await api.given.course({ title: 'Rigging', lessons: ['required'] }),
  ]
  await api.given.enrollment({ email }, course)
  await api.request('POST /api/progress/update', {
    token,
    body: { lessonId: course.lessons[0]?.id, completed: true },
  })
  const code: string = (await api.request(`POST /courses/${course.id}/certificate`, { token })).body
    .verificationCode

  const listed = await lyceum.run(['certificate', 'list', '--email', email, '--json'])
  expect(listed.json.items).toMatchObject([
    { verificationCode: code, status: 'issued', userId: id },
  ])
  const [first, again] = [
    await lyceum.run(['certificate', 'reissue', code, '--json']),
    await lyceum.run(['certificate', 'reissue', code, '--json']),
  ]
  expect([first.json.changed, again.json.changed, again.json.verificationCode]).toEqual([
    true,
    false,
    first.json.verificationCode,
  ])
  const refused = await lyceum.run(['certificate', 'revoke', code, '--reason', 'x'])
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(first.json.verificationCode),
  })
  expect((await lyceum.run(['certificate', 'list', '--status', 'superseded'])).stdout).toContain(
    code,
  )
  expect(await lyceum.run(['certificate', 'list', '--status', 'lost'])).toMatchObject({ code: 2 })

  const { text: jwt } = await api.request(`GET /certificates/${code}/credential`)
  const files = {
    jwt: join(lyceum.dataDir, 'credential.jwt'),
    jwks: join(lyceum.dataDir, 'jwks.json'),
    pdf: join(lyceum.dataDir, 'file.pdf'),
  }
  await writeFile(files.jwt, `${jwt}\n`)
  await writeFile(files.jwks, (await api.request('GET /.well-known/jwks.json')).text)
  const packed = deflateSync(jwt)
  await writeFile(
    files.pdf,
    Buffer.concat([
      Buffer.from('%PDF-1.7\n1 0 obj <</Filter/FlateDecode>> stream\r\n'),
      packed,
      Buffer.from('\nendstream endobj\n'),
    ]),
  )
  // No database, no network: with nothing but the file and the keys.
  const verify = (file: string, ...more: string[]) =>
    lyceum.run(['certificate', 'verify', file, ...more], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    })

  const authentic = await verify(files.jwt, '--jwks', files.jwks)
  expect(authentic).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Authentic\.(?:.|\n)*?\nLearner {4}Ada Lovelace\nCourse {5}Rigging\n/,
    ),
  })
  expect((await verify(files.pdf, '--jwks', files.jwks, '--json')).json).toMatchObject({
    authentic: true,
    verificationCode: code,
  })
  expect(await verify(files.jwt)).toMatchObject({
    code: 1,
    stdout: 'It is signed by none of these keys.\n',
  })
  const [head, body] = jwt.split('.')
  await writeFile(files.jwt, `${head}.${body}.${'A'.repeat(86)}`)
  expect(await verify(files.jwt, '--jwks', files.jwks)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('changed, or forged'),
  })
  expect(await verify(files.jwt, '--jwks', files.jwt)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no JSON Web Key Set'),
  })
})
