import { createHash } from 'node:crypto'
import { z } from 'zod'
import { restoreFacts } from '../../../../content/certificates/printed-facts.ts'
import { findVersion } from '../../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import * as stored from '../../../../db/queries/learning/certificates.ts'
import { dayWritten } from '../../../../lib/lists/periods.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { formatCode, readCode } from '../../learning/certificates/code/code.ts'
import { findAttachedCredential } from '../../learning/certificates/credential/attached-credential.ts'
import { keepIssuer } from '../../learning/certificates/credential/credential.ts'
import { entriesPerList } from '../../learning/certificates/credential/status-list.ts'

export interface RestoredCertificate {
  code: string
  learnerName: string
  courseTitle: string
}

export interface FoundCertificates {
  /** Undefined if PDFs are in the database: lost ones are nowhere else. */
  storage: 'folder' | 's3' | undefined
  /** Files that no certificate names. */
  unknown: number
  /** Lost certificates, written again. */
  restored: RestoredCertificate[]
  /** Certificates printed after the backup, with their PDF again. */
  filesRestored: number
  forOperator: { file: string; code: string | undefined; reason: string }[]
}

const fileForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9a-f]{16})\.pdf$/

/**
 * Finds PDFs whose certificates the restored data lacks, and rewrites these as far as the signed
 * credential in the PDF proves them. Nothing proves whose account it was: they are nobody's, like
 * those of erased accounts, and verify as before. Safe to repeat.
 */
export async function restoreCertificates(
  ctx: Deps,
  { dryRun }: { dryRun: boolean },
): Promise<FoundCertificates> {
  const { files } = ctx
  const found: FoundCertificates = {
    storage: files?.kind,
    unknown: 0,
    restored: [],
    filesRestored: 0,
    forOperator: [],
  }
  if (files === undefined) return found
  for await (const page of files.list()) {
    const names = page.filter((name) => fileForm.test(name))
    if (names.length === 0) continue
    const known = new Set(await stored.listKnownFiles(ctx.db, names))
    for (const name of names.filter((name) => !known.has(name))) {
      found.unknown += 1
      await restoreFrom(ctx, { name, dryRun, found })
    }
  }
  return found
}

interface UnknownFile {
  name: string
  dryRun: boolean
  found: FoundCertificates
}

async function restoreFrom(ctx: Deps, { name, dryRun, found }: UnknownFile): Promise<void> {
  const [, id = '', hashStart = ''] = fileForm.exec(name) ?? []
  const pdf = await ctx.files?.get(name)
  if (pdf === undefined) return
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const facts = await factsIn(ctx, pdf)
  const refuse = (reason: string) =>
    found.forOperator.push({ file: name, code: facts?.code, reason })
  if (!sha256.startsWith(hashStart)) return void refuse('the file is damaged')
  if (facts === undefined) return void refuse('it holds no credential that our keys signed')

  const existing = await stored.findCertificate(ctx.db, id)
  if (existing !== undefined && existing.code !== facts.code)
    return void refuse('a different certificate has its id')
  // Skips a print that came second, and was not removed.
  if (existing !== undefined && (await stored.findCertificateFile(ctx.db, id)) !== undefined) return

  const lost = existing === undefined ? await lostCertificate(ctx, id, facts) : undefined
  if (typeof lost === 'string') return void refuse(lost)
  const file = { certificateId: id, storage: ctx.files?.kind, fileName: name, sha256 }
  const { jws, issuedAt } = facts
  const isWritten = dryRun || (await write(ctx, { lost, file, jws, renderedAt: issuedAt }))
  if (!isWritten) return void refuse('its code or its place in the status list is taken')
  if (lost === undefined) found.filesRestored += 1
  else
    found.restored.push({
      code: formatCode(facts.code),
      learnerName: facts.learnerName,
      courseTitle: facts.courseTitle,
    })
}

type LostCertificate = Parameters<typeof stored.insertLostCertificate>[1] & { id: string }

interface Writing {
  lost: LostCertificate | undefined
  file: Omit<Parameters<typeof stored.insertCertificateFile>[1], 'renderedAt'>
  jws: string
  renderedAt: Date
}

/** Writes the certificate; false if that is no longer possible. */
function write(ctx: Deps, { lost, file, jws, renderedAt }: Writing): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    // Stores the one in the PDF: it was made for printing, so this is the one out there.
    if (lost === undefined) await stored.storeCredential(ctx.db, file.certificateId, jws)
    else {
      if (!(await stored.insertLostCertificate(ctx.db, lost))) return false
      await keepIssuer(ctx, lost.issuer)
      await recordEvent(ctx, 'certificate-restored', {
        userId: null,
        details: { certificateId: lost.id, courseId: lost.courseId },
      })
    }
    await stored.insertCertificateFile(ctx.db, { ...file, renderedAt })
    return true
  })
}

/** Returns the certificate as it was; a sentence if the backup lacks what it refers to. */
async function lostCertificate(
  ctx: Deps,
  id: string,
  { versionId, jws, inLanguage, results, ...facts }: CertificateFacts,
): Promise<LostCertificate | string> {
  const version = await findVersion(ctx.db, versionId)
  if (version === undefined) return 'its version of the course is not in the backup'
  return {
    ...facts,
    id,
    userId: null,
    courseId: version.courseId,
    versionId,
    courseVersion: version.version,
    language: version.language === '' ? inLanguage : version.language,
    ...restoreFacts({ version, results, lessons: await listLessons(ctx.db, versionId) }),
    credential: jws,
  }
}

const lastPart = z.string().transform((url) => url.split(/[/#]/).at(-1) ?? '')

/** The parts of our own credentials that a certificate consists of. */
const OwnCredential = z.object({
  id: z.string(),
  issuer: z.object({ name: z.string() }),
  validFrom: z.iso.datetime({ offset: true }),
  validUntil: z.iso.datetime({ offset: true }).optional(),
  awardedDate: z.iso.datetime({ offset: true }),
  credentialSubject: z.object({
    identifier: z.array(z.object({ identityHash: z.string() })).min(1),
    achievement: z.object({
      id: lastPart,
      name: z.string(),
      inLanguage: z.string(),
      resultDescription: z
        .array(z.object({ name: z.string(), resultType: z.string() }))
        .default([]),
    }),
    result: z
      .array(
        z.object({
          resultDescription: lastPart,
          // Lacks one for a course of a program, which is completed or not.
          value: z.coerce.number().min(0).max(100).optional(),
        }),
      )
      .default([]),
  }),
  credentialStatus: z.object({
    statusListIndex: z.coerce.number().int().min(0),
    statusListCredential: lastPart.transform(Number).pipe(z.int().min(0)),
  }),
})

interface CertificateFacts
  extends Pick<
    stored.CertificateRow,
    | 'code'
    | 'learnerName'
    | 'courseTitle'
    | 'courses'
    | 'issuer'
    | 'completedAt'
    | 'completedOn'
    | 'issuedAt'
    | 'issuedOn'
    | 'validUntil'
    | 'lastDay'
    | 'statusIndex'
  > {
  versionId: string
  /** Results in basis points, by the names of their facts. */
  results: Record<string, number>
  inLanguage: string
  jws: string
}

/** Returns the facts that the credential in the PDF proves; undefined if none of ours is in it. */
async function factsIn(ctx: Deps, pdf: Uint8Array): Promise<CertificateFacts | undefined> {
  const jws = findAttachedCredential(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
  if (jws === undefined) return undefined
  const { data } = OwnCredential.safeParse(await ctx.credentials.readCredential(jws))
  const code = readCode(/\/certificates\/([^/]+)\/credential$/.exec(data?.id ?? '')?.[1] ?? '')
  if (data === undefined || code.kind !== 'code') return undefined
  const { credentialSubject, credentialStatus } = data
  const { achievement, identifier, result } = credentialSubject
  const courses = achievement.resultDescription.filter(({ resultType }) => resultType === 'Status')
  return {
    code: code.code,
    learnerName: identifier[0]?.identityHash ?? '',
    courseTitle: achievement.name,
    issuer: data.issuer.name,
    completedAt: new Date(data.awardedDate),
    completedOn: dayWritten(data.awardedDate),
    issuedAt: new Date(data.validFrom),
    issuedOn: dayWritten(data.validFrom),
    validUntil: data.validUntil === undefined ? null : new Date(data.validUntil),
    // Ignores ends in UTC, as older credentials state them, whatever their day was.
    lastDay: data.validUntil?.endsWith('Z') === false ? dayWritten(data.validUntil) : null,
    statusIndex:
      credentialStatus.statusListCredential * entriesPerList + credentialStatus.statusListIndex,
    versionId: achievement.id,
    courses: courses.length === 0 ? null : courses.map(({ name }) => name),
    results: Object.fromEntries(
      result.flatMap(({ resultDescription, value }) =>
        value === undefined ? [] : [[resultDescription, Math.round(value * 100)]],
      ),
    ),
    inLanguage: achievement.inLanguage,
    jws,
  }
}
