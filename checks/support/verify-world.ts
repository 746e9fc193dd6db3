import { type CertificateRow, insertCertificate } from '../../db/queries/learning/certificates.ts'
import { findEnrollment } from '../../db/queries/learning/enrollments/enrollments.ts'
import { newId } from '../../lib/ids.ts'
import { dayOf } from '../../lib/lists/periods.ts'
import { buildApp } from '../../server/app.ts'
import type { Deps } from '../../server/context.ts'
import {
  formatCode,
  makeCertificateCode,
} from '../../server/features/learning/certificates/code/code.ts'
import { issueCertificate } from '../../server/features/learning/certificates/issue-certificate.ts'
import { printCertificate } from '../../server/features/learning/certificates/print-certificate.ts'
import { reissueCertificate } from '../../server/features/learning/certificates/reissue-certificate.ts'
import { revokeCertificate } from '../../server/features/learning/certificates/revoke-certificate.ts'
import { freePort } from '../../server/test/free-port.ts'
import { makeGiven } from '../../server/test/given.ts'
import { openPlace } from './place.ts'

const logo = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60" width="240" height="60">' +
    '<circle cx="30" cy="30" r="24" fill="none" stroke="#5b1a3a" stroke-width="4"/>' +
    '<path d="M18 42L30 14l12 28z" fill="#b07d2b"/>' +
    '<path d="M70 22h150M70 40h110" stroke="#5b1a3a" stroke-width="7"/></svg>',
).toString('base64')}`

export type VerifyWorld = Awaited<ReturnType<typeof startVerifyWorld>>

/** Starts a Lyceum with a certificate in each state. */
export async function startVerifyWorld() {
  const port = await freePort()
  const place = await openPlace('verify', {
    NODE_ENV: 'development',
    PUBLIC_URL: `http://localhost:${port}`,
    CERTIFICATE_ISSUER: 'Academy of the Free Sciences',
  })
  const { config } = place.deps
  config.certificates.branding = {
    ...config.certificates.branding,
    color: '#5b1a3a',
    accent: '#b07d2b',
    logo,
    signatures: [
      { name: 'Prof. Emmy Noether', title: 'Dean of Mathematics' },
      { name: 'Софья Ковалевская', title: 'Rector' },
    ],
    lines: ['Accredited by the Board of Studies of Göttingen, No. 4711'],
  }
  // Starts in the past, so that `advance` leads to no future that others refuse.
  let behindMilliseconds = 120_000
  const deps: Deps = {
    ...place.deps,
    now: () => new Date(Date.now() - behindMilliseconds),
  }
  const { server } = await buildApp(deps)
  await server.listen({ host: '127.0.0.1', port })

  const valid = await givenCertificate(deps, 'Ada Lovelace', 'Building a course player')
  const worldly = await givenCertificate(
    deps,
    'عبد الرحمن بن محمد الخوارزمي',
    'Grundlagen der Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft 入門',
  )
  const revoked = await givenCertificate(deps, 'Grace Hopper', 'Compilers from first principles')
  await revokeCertificate(deps, { code: revoked.code, reason: 'Issued to the wrong person' })
  const superseded = await givenCertificate(deps, 'Augusta Byron', 'Notes on the Analytical Engine')
  await reissueCertificate(deps, { code: superseded.code })
  const program = await givenLike(deps, valid, {
    courseTitle: 'Engineering',
    courses: Array.from(
      { length: 12 },
      (_, index) => `Course ${index + 1}: engines and their notes`,
    ),
    grade: 9250,
  })
  const validUntil = new Date(Date.now() - 86_400_000)
  const lastDay = dayOf(validUntil, deps.config.timeZone)
  const expired = await givenLike(deps, valid, { validUntil, lastDay, grade: 6666 })
  const { code } = valid
  return {
    folder: place.folder,
    deps,
    /** Advances the clock, by two minutes in all at most. */
    advance: (milliseconds: number) => {
      behindMilliseconds -= milliseconds
    },
    baseUrl: config.publicUrl,
    /** The PDF of the valid certificate. */
    pdf: await printCertificate(deps, valid),
    codes: {
      valid: formatCode(code),
      worldly: formatCode(worldly.code),
      revoked: formatCode(revoked.code),
      superseded: formatCode(superseded.code),
      program: formatCode(program.code),
      expired: formatCode(expired.code),
      mistyped: formatCode(code.slice(0, -1) + (code.endsWith('0') ? '2' : '0')),
      unknown: formatCode(makeCertificateCode()),
    },
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await place[Symbol.asyncDispose]()
    },
  }
}

async function givenCertificate(deps: Deps, name: string, title: string) {
  const given = makeGiven(deps)
  const [learner, course] = [
    await given.learner({ name }),
    await given.course({ title, lessons: Array.from({ length: 19 }, () => 'required') }),
  ]
  await given.enrollment(learner, course)
  const enrollment = await findEnrollment(deps.db, { userId: learner.id, courseId: course.id })
  if (enrollment === undefined) throw new Error('Nobody was enrolled.')
  const certificate = await issueCertificate(deps, { ...enrollment, completedAt: deps.now() })
  if (certificate === undefined) throw new Error('No certificate was issued.')
  await printCertificate(deps, certificate)
  return certificate
}

/** Writes a certificate of somebody else that differs by some facts. */
async function givenLike(
  deps: Deps,
  like: CertificateRow,
  facts: Partial<
    Pick<CertificateRow, 'courseTitle' | 'courses' | 'grade' | 'validUntil' | 'lastDay'>
  >,
) {
  const { id: userId } = await makeGiven(deps).learner()
  const { statusIndex: _place, credential: _stored, ...others } = like
  const [id, code] = [newId(), makeCertificateCode()]
  const certificate = await insertCertificate(deps.db, { ...others, id, code, userId, ...facts })
  if (certificate === undefined) throw new Error('No certificate was written.')
  await printCertificate(deps, certificate)
  return certificate
}
