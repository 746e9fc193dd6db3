import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

test('a certificate is shown, and revoked for good with the first reason', async () => {
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
  for (const fact of [
    /^Status +issued$/m,
    /^Learner name +Ada Lovelace$/m,
    /^Course title +Sailing$/m,
  ])
    expect(shown.stdout).toMatch(fact)
  expect(await isValid()).toBe(true)

  const careful = ['certificate', 'revoke', code, '--reason', 'The first reason']
  expect(await lyceum.run(careful)).toMatchObject({ code: 2, stdout: '' })
  expect((await lyceum.run([...careful, '--dry-run', '--json'])).json).toMatchObject({
    dryRun: true,
    status: 'revoked',
  })
  expect(await isValid()).toBe(true)

  const revoked = await lyceum.run(
    `certificate revoke ${code} --reason "The first reason" --yes --json`,
  )
  expect(revoked.json).toMatchObject({
    verificationCode: code,
    status: 'revoked',
    revocationReason: 'The first reason',
    changed: true,
  })
  expect(await isValid()).toBe(false)

  const again = await lyceum.run(['certificate', 'revoke', code, '--yes', '--reason', 'No'])
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/was already revoked on \S+: The first reason\n$/),
  })

  const reinstate = ['certificate', 'reinstate', code, '--reason', 'A mistake']
  expect((await lyceum.run([...reinstate, '--dry-run', '--json'])).json).toMatchObject({
    dryRun: true,
    status: 'issued',
  })
  expect(await isValid()).toBe(false)
  expect((await lyceum.run([...reinstate, '--json'])).json).toMatchObject({
    status: 'issued',
    changed: true,
    reinstatement: { revocationReason: 'The first reason', reason: 'A mistake' },
  })
  expect(await isValid()).toBe(true)
  expect((await lyceum.run(reinstate)).stdout).toMatch(/is not revoked\.\n$/)
  const after = await lyceum.run(['certificate', 'show', code])
  expect(after.stdout).toMatch(/^Reinstatement reason +A mistake$/m)
  expect(after.stdout).toMatch(/^Reinstatement revocation reason +The first reason$/m)
})

test('certificates are listed, replaced once, and verified with nothing but the public keys', async () => {
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
  const refused = await lyceum.run(['certificate', 'revoke', code, '--yes', '--reason', 'x'])
  expect(refused).toMatchObject({
    code: 4,
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
    noKeys: join(lyceum.dataDir, 'no-keys.json'),
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
  // Runs without database and network: only with the file and the keys.
  const verify = (file: string, ...more: string[]) =>
    lyceum.run(['certificate', 'verify', file, ...more], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    })

  const authentic = await verify(files.jwt, '--jwks', files.jwks)
  expect(authentic).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Authentic\.(?:.|\n)*?\nLearner name +Ada Lovelace\n/),
  })
  expect((await verify(files.pdf, '--jwks', files.jwks, '--json')).json).toMatchObject({
    authentic: true,
    verificationCode: code,
  })
  expect(await verify(files.jwt)).toMatchObject({ code: 0 })
  await writeFile(files.noKeys, '{"keys":[]}')
  expect(await verify(files.jwt, '--jwks', files.noKeys)).toMatchObject({
    code: 1,
    stdout: 'It is not signed by any of these keys.\n',
  })
  const [head, body] = jwt.split('.')
  await writeFile(files.jwt, `${head}.${body}.${'A'.repeat(86)}`)
  expect(await verify(files.jwt, '--jwks', files.jwks)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('changed or forged'),
  })
  expect(await verify(files.jwt, '--jwks', files.jwt)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not a JSON Web Key Set'),
  })
})
