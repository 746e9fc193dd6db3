import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  CompactSign,
  compactVerify,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  jwtVerify,
} from 'jose'
import { create as createQrCode } from 'qrcode'
import { expect, test } from 'vitest'
import {
  type CredentialVerdict,
  type PrintedFacts,
  verifyCredential,
} from '../../../../../client-sdk/src/credentials.ts'
import { findCertificateByCode } from '../../../../../db/queries/learning/certificates.ts'
import { createCredentials } from '../../../../security/credentials.ts'
import { createKeyRing } from '../../../../security/key-ring/key-ring.ts'
import { type Keys, makeKeys, readKeys } from '../../../../security/key-ring/keys.ts'
import { addKey } from '../../../../security/key-ring/rotate-keys.ts'
import { forAllTests, startApi } from '../../../../test/api.ts'
import { completeCourse, givenCertificate } from '../../../../test/learning.ts'
import { switchablePrinter } from '../../../../test/printers.ts'
import { givenProgram } from '../../programs/test-support.ts'
import { certificateContentOf } from '../certificate-content.ts'
import { makeCertificateCode } from '../code/code.ts'
import { qrTextOf } from '../qr-text.ts'
import { reissueCertificate } from '../reissue-certificate.ts'
import { revokeCertificate } from '../revoke-certificate.ts'
import {
  achievementCredential,
  achievementDocument,
  faultsOf,
  profileDocument,
  statusListCredential,
} from '../test/open-badge-schema.ts'

const printer = switchablePrinter({ available: true })
const api = await forAllTests(startApi({ printer, logLines: [] }))

const registeredClaims = ['iss', 'sub', 'jti', 'nbf', 'iat', 'exp']

async function givenCredential(name = 'Ada Lovelace', title?: string) {
  const { learner, course, code } = await givenCertificate(api, {
    learner: { name },
    course: { ...(title !== undefined && { title }) },
  })
  return {
    learner,
    course,
    code,
    jwt: (await api.request(`GET /certificates/${code}/credential`)).text,
  }
}

const publicKeys = async () => (await api.request('GET /.well-known/jwks.json')).body

async function contentFor(code: string) {
  const certificate = await findCertificateByCode(api.deps.db, code.replaceAll('-', ''))
  if (certificate === undefined) throw new Error('There is no such certificate.')
  return certificateContentOf(api.deps, certificate)
}

function withoutClaims(payload: object): object {
  return Object.fromEntries(
    Object.entries(payload).filter(([name]) => !registeredClaims.includes(name)),
  )
}

test('each certificate is an Open Badge 3.0 with the same contents, and nothing else about the person', async () => {
  const { learner, course, code, jwt } = await givenCredential('Zoë  O’Brien-Ŵ')

  const payload = decodeJwt(jwt)

  expect(faultsOf(achievementCredential, withoutClaims(payload))).toBe('')
  expect(payload).toMatchObject({
    id: `http://lyceum.test/certificates/${code}/credential`,
    name: course.title,
    issuer: { id: 'http://lyceum.test/credentials/issuer', name: 'Lyceum' },
    credentialSubject: {
      identifier: [{ identityType: 'name', hashed: false, identityHash: learner.name }],
      achievement: { name: course.title },
    },
  })
  for (const secret of [learner.id, learner.email])
    expect(JSON.stringify(payload)).not.toContain(secret)
})

test.each([
  ['sr-latn-rs', 'sr-Latn-RS'],
  ['es-419', 'es-419'],
  ['ca-ES-valencia', 'ca-ES'],
  ['de-1996', 'de'],
  ['ar-u-nu-latn', 'ar'],
])(
  'for a course in %s it has the language tag that Open Badges allows, %s',
  async (language, named) => {
    const { code: verificationCode } = await givenCertificate(api, { course: { language } })

    const payload = decodeJwt(
      (await api.request(`GET /certificates/${verificationCode}/credential`)).text,
    )

    expect(payload).toMatchObject({ credentialSubject: { achievement: { inLanguage: named } } })
    expect(faultsOf(achievementCredential, withoutClaims(payload))).toBe('')
  },
)

test('it speaks the language of its course, and says its credits, tags and skills', async () => {
  const { code } = await givenCertificate(api, {
    course: {
      language: 'de',
      certificate: {
        signatures: [{ name: 'Emmy Noether', title: 'Dekanin' }],
        lines: ['Anerkannt von der Gilde'],
      },
      credits: 5,
      tags: ['ropes'],
      skills: ['Tie knots <http://data.europa.eu/esco/skill/5f2a>'],
    },
  })

  const payload = decodeJwt((await api.request(`GET /certificates/${code}/credential`)).text)

  expect(faultsOf(achievementCredential, withoutClaims(payload))).toBe('')
  expect(payload).toMatchObject({
    credentialSubject: {
      achievement: {
        achievementType: 'Course',
        creditsAvailable: 5,
        tag: ['ropes'],
        alignment: [
          { targetName: 'Tie knots', targetUrl: 'http://data.europa.eu/esco/skill/5f2a' },
        ],
        criteria: {
          narrative: [
            'Alle Pflichtlektionen des Kurses wurden abgeschlossen.',
            'Umfang: 10 Minuten',
            'Unterschriften: Emmy Noether, Dekanin',
            'Anerkannt von der Gilde',
          ].join('\n\n'),
        },
      },
    },
  })
})

test('of a program it is a LearningProgram, with the courses', async () => {
  const course = await api.given.course({ title: 'Knots' })
  const program = await givenProgram(api, { courses: [course], language: 'fr' })
  const learner = await api.given.learner()
  await api.given.enrollment(learner, program)
  await completeCourse(api, { learner, course })
  const { verificationCode: code } = await api
    .as(learner)
    .certificates.issue.mutate({ courseId: program.id })

  const { text: jwt } = await api.request(`GET /certificates/${code}/credential`)
  const payload = decodeJwt(jwt)

  expect(faultsOf(achievementCredential, withoutClaims(payload))).toBe('')
  const verdict = await verifyCredential(jwt, { jwks: await publicKeys() })
  expect(verdict).toMatchObject({ authentic: true, courses: ['Knots'] })
  const page = await api.request(`GET /verify/${code}?lang=fr`)
  expect(page.text).toContain('>a terminé le programme</p>')
  expect(payload).toMatchObject({
    credentialSubject: {
      achievement: {
        achievementType: 'LearningProgram',
        criteria: { narrative: expect.stringContaining('Cours du programme: Knots') },
      },
    },
  })
})

test('its JWT follows VC-JWT of Open Badges 3.0: the claims match the credential, and kid leads to the key', async () => {
  const { jwt } = await givenCredential()
  const [header, payload] = [decodeProtectedHeader(jwt), decodeJwt(jwt) as Record<string, never>]

  expect(header).toEqual({
    alg: 'ES256',
    typ: 'JWT',
    kid: expect.stringMatching(/^http:\/\/lyceum\.test\/credentials\/keys\/[\w-]{8}-es256$/),
  })
  const { issuer, id, credentialSubject, validFrom } = payload as {
    issuer?: { id: string }
    id?: string
    credentialSubject?: { id: string }
    validFrom?: string
  }
  expect([payload.iss, payload.jti, payload.sub, payload.nbf]).toEqual([
    issuer?.id,
    id,
    credentialSubject?.id,
    Date.parse(validFrom ?? '') / 1000,
  ])
  const key = await api.request(`GET ${new URL(header.kid ?? '').pathname}`)
  expect(key.headers['content-type']).toContain('application/jwk+json')
  expect(key.body).toEqual(
    (await publicKeys()).keys.find(({ kid }: { kid: string }) => kid === header.kid),
  )
  expect(key.body).not.toHaveProperty('d')
})

test('other libraries verify it with the published keys, and refuse it after one changed byte', async () => {
  const { jwt } = await givenCredential()

  const { payload } = await jwtVerify(jwt, createLocalJWKSet(await publicKeys()), {
    issuer: 'http://lyceum.test/credentials/issuer',
    typ: 'JWT',
  })
  expect(payload.type).toContain('OpenBadgeCredential')

  const { kid } = decodeProtectedHeader(jwt)
  const jwk = (await publicKeys()).keys.find((key: { kid: string }) => key.kid === kid)
  const [head, body, signature] = jwt.split('.')
  const isSigned = (text: string) =>
    verify(
      'sha256',
      Buffer.from(text),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature ?? '', 'base64url'),
    )
  expect([isSigned(`${head}.${body}`), isSigned(`${head}.${body}A`)]).toEqual([true, false])
})

test('it stays the same: on later requests, on many at once, after a key rotation, and with a different URL', async () => {
  const { code, jwt } = await givenCredential()
  const keys = await makeKeys()
  const rotated = await addKey(
    keys,
    { kind: 'credentials', activeFrom: new Date(Date.now() - 1000) },
    new Date(),
  )
  await using moved = await startApi({
    keys: rotated ?? keys,
    config: { publicUrl: 'http://elsewhere.test' },
    printer,
    logLines: [],
  })

  const answers = await Promise.all(
    [api, moved, api, moved].map((api) => api.request(`GET /certificates/${code}/credential`)),
  )

  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([jwt]))
  expect(printer.printed.find((printed) => printed.code === code)?.credential).toBe(jwt)
})

test('a retired key stays published, and credentials signed with it stay authentic', async () => {
  const keys = await makeKeys()
  const rotated = await addKey(
    keys,
    { kind: 'credentials', activeFrom: new Date(Date.now() - 1000) },
    new Date(),
  )
  if (rotated === undefined) throw new Error('No key was added.')
  const now = () => new Date()
  const signerWith = (keys: Keys) =>
    createCredentials({
      keys: createKeyRing({ keys, now }),
      now,
      publicUrl: 'https://learn.example.org',
    })
  const [before, after] = [signerWith(keys), signerWith(rotated)]

  const first = await before.signCredential({ a: 1 }, 'EdDSA')
  const second = await after.signCredential({ a: 1 }, 'EdDSA')

  expect(decodeProtectedHeader(first).kid).not.toBe(decodeProtectedHeader(second).kid)
  for (const jws of [first, second]) {
    const jwk = after.publicKeys.keys.find(({ kid }) => kid === decodeProtectedHeader(jws).kid)
    await expect(compactVerify(jws, await importJWK(jwk ?? {}, 'EdDSA'))).resolves.toBeDefined()
  }
  expect(await before.signCredential({ a: 1 }, 'EdDSA')).toBe(first)
})

test('its URLs lead to the issuer and the achievement', async () => {
  const { course, jwt } = await givenCredential()
  const { issuer, credentialSubject } = decodeJwt(jwt) as {
    issuer?: { id: string }
    credentialSubject?: { achievement: { id: string } }
  }

  const [profile, achievement] = [
    await api.request(`GET ${new URL(issuer?.id ?? '').pathname}`),
    await api.request(`GET ${new URL(credentialSubject?.achievement.id ?? '').pathname}`),
  ]

  expect([
    faultsOf(profileDocument, profile.body),
    faultsOf(achievementDocument, achievement.body),
  ]).toEqual(['', ''])
  expect(achievement.body).toMatchObject({
    id: credentialSubject?.achievement.id,
    name: course.title,
  })
  for (const path of [
    '/credentials/achievements/x',
    `/credentials/achievements/${crypto.randomUUID()}`,
    '/credentials/keys/nope',
    '/credentials/keys/..%2f',
  ]) {
    expect([path, (await api.request(`GET ${path}`)).body.error]).toEqual([path, 'NotFound'])
  }
})

test('within a minute after it is revoked or replaced its bit in the status list is set, and no other', async () => {
  const valid = await givenCredential()
  const [revoked, replaced] = [await givenCredential(), await givenCredential()]
  const statusOf = (jwt: string) =>
    (
      decodeJwt(jwt) as {
        credentialStatus?: { statusListCredential: string; statusListIndex: string }
      }
    ).credentialStatus
  const bitOf = async (jwt: string) => {
    const { text, headers } = await api.request(
      `GET ${new URL(statusOf(jwt)?.statusListCredential ?? '').pathname}`,
    )
    expect(headers['content-type']).toBe('application/vc+jwt')
    const { payload } = await jwtVerify(text, createLocalJWKSet(await publicKeys()), {
      currentDate: api.deps.now(),
    })
    expect(faultsOf(statusListCredential, withoutClaims(payload))).toBe('')
    const { encodedList } = payload.credentialSubject as { encodedList: string }
    const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
    const index = Number(statusOf(jwt)?.statusListIndex)
    expect(bits.length * 8).toBe(131_072)
    return ((bits[index >> 3] ?? 0) >> (7 - (index & 7))) & 1
  }
  const bits = () => Promise.all([valid, revoked, replaced].map(({ jwt }) => bitOf(jwt)))
  expect(await bits()).toEqual([0, 0, 0])

  await revokeCertificate(api.deps, { code: revoked.code, reason: 'fraud' })
  await reissueCertificate(api.deps, { code: replaced.code })
  api.advance(60_000)

  expect(await bits()).toEqual([0, 1, 1])
  for (const list of ['1', '99999', '-1', 'x', '00', '1e9'])
    expect((await api.request(`GET /credentials/status/${list}`)).body.error).toBe('NotFound')
})

test('a status list is signed once a minute whatever the load, may be cached for the rest of that minute, and is not sent twice', async () => {
  await givenCredential()
  api.advance(60_000)
  const ask = (headers: Record<string, string> = {}) =>
    api.request('GET /credentials/status/0', { headers })

  const first = await Promise.all(Array.from({ length: 20 }, () => ask()))
  api.advance(45_000)
  const later = await ask()
  const known = await ask({ 'if-none-match': String(later.headers.etag) })
  const decoded = await ask({
    accept: 'application/json',
    'if-none-match': String(later.headers.etag),
  })
  api.advance(15_000)
  const renewed = await ask({ 'if-none-match': String(later.headers.etag) })

  expect(new Set([...first, later].map(({ text }) => text)).size).toBe(1)
  expect(
    Number(/max-age=(\d+)/.exec(String(first[0]?.headers['cache-control']))?.[1]),
  ).toBeGreaterThan(55)
  expect(
    Number(/max-age=(\d+)/.exec(String(later.headers['cache-control']))?.[1]),
  ).toBeLessThanOrEqual(15)
  expect([known.status, known.text, decoded.status, renewed.status]).toEqual([304, '', 200, 200])
  expect(renewed.text).not.toBe(later.text)
})

test('it is served as a JWT, decoded if JSON is accepted, or with a proof in it, and only for a correct code', async () => {
  const { code, jwt } = await givenCredential()
  const ask = (accept: string) =>
    api.request(`GET /certificates/${code.toLowerCase()}/credential`, { headers: { accept } })

  const types = await Promise.all(
    ['*/*', 'application/jwt', 'application/vc+jwt', 'application/json', 'application/vc'].map(ask),
  )

  expect(types.map(({ headers }) => String(headers['content-type']).split(';')[0])).toEqual([
    'application/vc+jwt',
    'application/jwt',
    'application/vc+jwt',
    'application/json',
    'application/vc',
  ])
  expect(types[0]?.headers['content-disposition']).toBe(
    `attachment; filename="certificate-${code}.jwt"`,
  )
  expect(types[3]?.body).toEqual(decodeJwt(jwt))
  expect(
    (await api.request(`GET /certificates/${makeCertificateCode()}/credential`)).body.error,
  ).toBe('CertificateNotFound')
})

test('a key file from before credentials existed still works, with the same key in every process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-old-keys-'))
  const { credentials: _none, ...old } = await makeKeys()
  await writeFile(
    join(folder, 'keys.json'),
    JSON.stringify({ ...old, codes: old.codes[0]?.secret }),
  )

  const once = await readKeys(join(folder, 'keys.json'))
  const again = await readKeys(join(folder, 'keys.json'))
  await rm(folder, { recursive: true })

  expect(once.credentials).toEqual(again.credentials)
  expect(once.credentials).toHaveLength(1)
  const rotated = await addKey(once, { kind: 'codes', activeFrom: new Date() }, new Date())
  expect(rotated?.credentials).toEqual(once.credentials)
})

test('the SDK verifies the credential and the QR code with just the public keys', async () => {
  const { code, course, jwt } = await givenCredential('Ada Lovelace')
  const jwks = await publicKeys()
  const { qrText } = await contentFor(code)
  // Reads the stored day, not today's: midnight may have passed.
  const certificate = await findCertificateByCode(api.deps.db, code.replaceAll('-', ''))
  const facts = {
    authentic: true,
    verificationCode: code,
    learnerName: 'Ada Lovelace',
    courseTitle: course.title,
    completedOn: certificate?.completedAt.toISOString().slice(0, 10),
    issuer: 'Lyceum',
    grade: null,
    lastDay: null,
    expired: false,
  }

  expect(await verifyCredential(` ${jwt}\n`, { jwks })).toMatchObject({
    ...facts,
    kind: 'credential',
    credential: { name: course.title },
  })
  const { minutes } = certificate ?? {}
  expect(await verifyCredential(qrText, { jwks })).toEqual({ ...facts, minutes, kind: 'qr code' })
})

test('a grade, an end or a duration that was changed on paper is refused offline', async () => {
  const { code } = await givenCredential('Ada Lovelace')
  const jwks = await publicKeys()
  const stored = await findCertificateByCode(api.deps.db, code.replaceAll('-', ''))
  if (stored === undefined) throw new Error('There is no certificate.')
  const certificate = {
    ...stored,
    grade: 6666,
    minutes: 95,
    lastDay: '2027-11-21',
    validUntil: new Date('2027-11-21T23:59:59Z'),
  }
  const qrText = qrTextOf(api.deps, certificate)
  const read = { grade: 66.66, lastDay: '2027-11-21', minutes: 95, learnerName: 'Ada  Lovelace' }
  const verify = (printed: PrintedFacts, now = new Date('2027-11-22T11:00:00Z')) =>
    verifyCredential(qrText, { jwks, printed, now })

  const signed = { grade: 66.66, lastDay: '2027-11-21', minutes: 95 }
  expect(await verify(read)).toMatchObject({ authentic: true, ...signed, expired: false })
  expect(await verify(read, new Date('2027-11-22T13:00:00Z'))).toMatchObject({ expired: true })
  for (const changed of [{ grade: 96.66 }, { lastDay: '2029-11-21' }, { minutes: null }])
    expect(await verify({ ...read, ...changed })).toEqual({
      authentic: false,
      reason: 'other facts',
      differing: Object.keys(changed),
    })
  expect(await verifyCredential(qrTextOf(api.deps, stored), { jwks, printed: read })).toEqual({
    authentic: false,
    reason: 'other facts',
    differing: expect.arrayContaining(['grade', 'lastDay']),
  })
})

test('the SDK reads the four facts of the QR codes before, which say no grade and no end', async () => {
  const { code } = await givenCredential('Ada Lovelace')
  const { kid, sign } = api.deps.credentials.signer()
  const lines = Buffer.from('Ada Lovelace\nRigging\n2025-11-21\nLyceum').toString('base64url')
  const signature = sign(Buffer.from(`${code.replaceAll('-', '')}.${kid}.${lines}`))
  const text = `https://lyceum.test/verify/${code}#${kid}.${lines}.`
  const qrText = text + Buffer.from(signature).toString('base64url')

  const verdict = await verifyCredential(qrText, { jwks: await publicKeys() })

  expect(verdict).toMatchObject({ authentic: true, courseTitle: 'Rigging' })
  for (const fact of ['grade', 'lastDay', 'minutes', 'expired'])
    expect(verdict).not.toHaveProperty(fact)
  const printed = { courseTitle: 'Rigging', grade: 96.66 }
  expect(await verifyCredential(qrText, { jwks: await publicKeys(), printed })).toMatchObject({
    authentic: true,
    unproven: ['grade'],
  })
})

test.each(['main', 'a-key-that-an-operator-named-by-hand_2026'])(
  'the SDK verifies a QR code whose key is named "%s"',
  async (kid) => {
    const { code } = await givenCredential()
    const [key] = (await makeKeys()).credentials
    if (key === undefined) throw new Error('There is no key.')
    const named = { ...key, kid: kid.slice(0, 40) }
    const credentials = createCredentials({
      keys: { credentials: [named], credentialSignerAt: () => named },
      now: api.deps.now,
      publicUrl: api.deps.config.publicUrl,
    })
    const certificate = await findCertificateByCode(api.deps.db, code.replaceAll('-', ''))
    if (certificate === undefined) throw new Error('There is no certificate.')

    const text = qrTextOf({ ...api.deps, credentials }, certificate)

    expect(await verifyCredential(text, { jwks: credentials.publicKeys })).toMatchObject({
      authentic: true,
      verificationCode: code,
    })
  },
)

test('the SDK verifies the QR codes of certificates that were printed long ago', async () => {
  const { code, course } = await givenCredential('Ada Lovelace')
  const [key] = api.deps.keys.credentials
  if (key?.d === undefined) throw new Error('There is no key.')
  const facts = {
    code: code.replaceAll('-', ''),
    name: 'Ada Lovelace',
    course: course.title,
    date: '2025-11-21',
    issuer: 'Lyceum',
  }
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(facts)))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .sign(await importJWK({ kty: key.kty, crv: key.crv, x: key.x, d: key.d }, 'EdDSA'))

  const printed = `https://lyceum.test/verify/${code}#${jws}`
  for (const text of [printed, jws])
    expect(await verifyCredential(text, { jwks: await publicKeys() })).toEqual({
      authentic: true,
      kind: 'qr code',
      verificationCode: code,
      learnerName: 'Ada Lovelace',
      courseTitle: course.title,
      completedOn: '2025-11-21',
      issuer: 'Lyceum',
    })
})

test('the SDK detects whatever was changed or forged, or is not a credential', async () => {
  const { learner, code, jwt } = await givenCredential()
  const jwks = await publicKeys()
  const { qrText } = await contentFor(code)
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = decodeJwt(jwt) as {
    credentialSubject: { identifier: { identityHash: string }[] }
  }
  const renamed = structuredClone(payload)
  for (const identity of renamed.credentialSubject.identifier) identity.identityHash = 'Eve'
  const reasonOf = async (text: string, keys = jwks) => {
    const verdict: CredentialVerdict = await verifyCredential(text, { jwks: keys })
    return verdict.authentic ? 'authentic' : verdict.reason
  }

  expect(await reasonOf(`${head}.${encode(renamed)}.${signature}`)).toBe('wrong signature')
  expect(await reasonOf(`${head}.${body}.${signature.slice(0, -4)}AAAA`)).toBe('wrong signature')
  expect(await reasonOf(jwt, { keys: [] })).toBe('unknown key')
  expect(await reasonOf(jwt, { keys: jwks.keys.slice(0, 1) })).toBe('unknown key')
  expect(await reasonOf(`${encode({ alg: 'none' })}.${body}.`)).toBe('malformed')
  expect(await reasonOf(`${encode({ alg: 'HS256', kid: 'x' })}.${body}.${signature}`)).toBe(
    'malformed',
  )
  expect(await reasonOf(learner.token)).toBe('malformed')
  const another = (await givenCredential()).code
  expect(await reasonOf(qrText.replace(code, another))).toBe('wrong signature')
  expect(await reasonOf(`${qrText.slice(0, -4)}AAAA`)).toBe('wrong signature')
  expect(await reasonOf(qrText, { keys: [] })).toBe('unknown key')
  expect(await reasonOf(qrText.split('#')[1] ?? '')).toBe('malformed')
  for (const text of [
    '',
    '.',
    '..',
    'a.b.c',
    '💩',
    `${head}.${body}`,
    `${jwt}.x`,
    '#',
    'http://x/#',
    'eyJ'.repeat(10_000),
  ]) {
    expect([text.slice(0, 20), await reasonOf(text)]).toEqual([text.slice(0, 20), 'malformed'])
  }
})

test('the QR code carries the exact name, and stays coarse enough for phones', async () => {
  const usual = await givenCredential('Ada Lovelace', 'Building a course player')
  const long = await givenCredential(
    'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(),
    'Everything about everything, and more. '.repeat(5).trim(),
  )
  const sizes = await Promise.all(
    [usual, long].map(async ({ code }) => {
      const { qrText } = await contentFor(code)
      return {
        text: qrText,
        modules: createQrCode(qrText, { errorCorrectionLevel: 'L' }).modules.size,
      }
    }),
  )

  expect(sizes[0]?.modules).toBeLessThanOrEqual(53)
  // Keeps a long title whole, which makes the code denser.
  expect(sizes[1]?.modules).toBeLessThanOrEqual(81)
  const verdict = await verifyCredential(sizes[1]?.text ?? '', { jwks: await publicKeys() })
  expect(verdict).toMatchObject({
    authentic: true,
    learnerName: long.learner.name,
    courseTitle: long.course.title,
  })
})
