import { createHash, createHmac, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { isConnectionSpent, isRetryable } from '../../../../db/postgres/failures.ts'
import { atSavepoint } from '../../../../db/postgres/savepoint.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import {
  type EvidenceRow,
  findEvidence,
  type GatheredAttempt,
  type GatheredEvidence,
  gatherEvidence,
  insertEvidence,
  newestKept,
} from '../../../../db/queries/learning/evidence.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'

/** The parts of the evidence, in the order of its lines; any of them may be given on alone. */
const branches = [
  'version',
  'approvals',
  'courses',
  'completions',
  'attempts',
  'gradings',
  'regrades',
  'exceptions',
  'moves',
  'acts',
] as const
type Branch = (typeof branches)[number]

/** Parts that no size of a course bounds: only their newest rows are kept. */
const repeatable: readonly Branch[] = ['approvals', 'gradings', 'regrades', 'moves', 'acts']

/** What was learned, without any try that failed. */
const learned: readonly string[] = ['version', 'approvals', 'courses', 'completions']

/** The certificate that a new one replaces. */
export interface Replaced {
  id: string
  /** As printed. */
  code: string
  /** Whether the new one says the same of what was achieved. */
  isRepeated: boolean
}

/** Writes the evidence of a certificate, which is issued even where that fails. */
export async function tryWriteEvidence(
  ctx: Deps,
  certificate: CertificateRow,
  named: { code: string; replaced: Replaced | undefined },
): Promise<void> {
  try {
    await atSavepoint(ctx.db, () => writeEvidence(ctx, certificate, named))
  } catch (error) {
    if (isRetryable(error) || isConnectionSpent(error)) throw error
    const facts = { certificateId: certificate.id, cause: describeCause(error) }
    ctx.log.error(facts, 'a certificate was issued without evidence')
  }
}

/**
 * Signs how a certificate came about, in the transaction that issues it. One that only repeats
 * what another says takes over its rows: what they were made of may be gone.
 */
async function writeEvidence(
  ctx: Deps,
  certificate: CertificateRow,
  { code, replaced }: { code: string; replaced: Replaced | undefined },
): Promise<void> {
  const { id: certificateId, userId, courseId, versionId } = certificate
  if (userId === null) return
  const before = replaced && (await findEvidence(ctx.db, replaced.id))
  const repeats = replaced?.isRepeated === true
  if (repeats && before === undefined) return

  const { lines, shortened } =
    repeats && before !== undefined
      ? { lines: linesIn(before), shortened: decodeJwt(before.jws).shortened }
      : writeLines(await gatherEvidence(ctx.db, { userId, courseId, versionId }), {
          nameOf: (id) => pseudonymOf(ctx, certificate, id),
        })
  const jws = await ctx.credentials.signEvidence({
    iss: ctx.config.publicUrl,
    iat: Math.floor(certificate.issuedAt.getTime() / 1000),
    code,
    course: { id: courseId, title: certificate.courseTitle, version: certificate.courseVersion },
    ...(replaced !== undefined && {
      replaces: { code: replaced.code, evidence: before?.sha256 ?? null },
    }),
    shortened,
    rows: Object.fromEntries(
      branches.map((branch) => [
        branch,
        lines.filter((line) => branchOf(line) === branch).map(leafOf),
      ]),
    ),
  })
  await insertEvidence(ctx.db, {
    ...{ certificateId, userId, jws, sha256: sha256Of(jws), createdAt: ctx.now() },
    rows: lines.join('\n'),
  })
}

/** Returns the file as its holder gets it: whole, or without the rows of failed tries. */
export function writeFile(
  evidence: Pick<EvidenceRow, 'jws' | 'rows'>,
  part: 'whole' | 'learned',
): string {
  const lines = linesIn(evidence)
  const shown = part === 'whole' ? lines : lines.filter((line) => learned.includes(branchOf(line)))
  return [evidence.jws, ...shown, ''].join('\n')
}

function linesIn({ rows }: Pick<EvidenceRow, 'rows'>): string[] {
  return rows.split('\n')
}

function branchOf(line: string): string {
  return /^\{"row":"(\w+)\//.exec(line)?.[1] ?? ''
}

/** Hashes a line apart from anything else that is signed (RFC 9162). */
function leafOf(line: string): string {
  return createHash('sha256').update(`\0${line}`).digest('base64url')
}

/**
 * Writes a line for each row, with a salt of its own: the hash of a line that is left out tells
 * nothing, however little the line could say.
 */
function writeLines(
  gathered: GatheredEvidence,
  { nameOf }: { nameOf: (id: unknown) => string | null },
): { lines: string[]; shortened: Branch[] } {
  const { terms, lessons, attempts, made, gradings, questions } = gathered
  const places = new Map(attempts.map(({ id }, index) => [id, index + 1]))
  const rows: Record<Branch, object[]> = {
    ...gathered,
    version: [terms, ...lessons],
    gradings: gradings.map((row) => ({ ...row, attempt: places.get(`${row.attempt}`) })),
  }
  const shortened = branches.filter((branch) =>
    branch === 'attempts' ? made > attempts.length : isCut(branch, rows[branch]),
  )
  const lines = branches.flatMap((branch) =>
    (isCut(branch, rows[branch]) ? rows[branch].slice(-newestKept) : rows[branch]).map(
      (row, index) => {
        const salt = randomBytes(16).toString('base64url')
        const facts: Record<string, unknown> =
          branch === 'attempts'
            ? hashAnswers(row as GatheredAttempt, { salt, questions })
            : { ...row }
        const { by, ...others } = facts
        const named = by === undefined || branch === 'completions' ? { by } : { by: nameOf(by) }
        return JSON.stringify({ row: `${branch}/${index + 1}`, salt, ...others, ...named })
      },
    ),
  )
  return { lines, shortened }
}

/** Whether somebody repeated something more often than is kept of it. */
function isCut(branch: Branch, { length }: object[]): boolean {
  return repeatable.includes(branch) && length > newestKept
}

/** Keeps of what was answered a hash that only the holder of the row's salt can check. */
function hashAnswers(
  { id: _, items, answers, text, ...attempt }: GatheredAttempt,
  { salt, questions }: { salt: string } & Pick<GatheredEvidence, 'questions'>,
): Record<string, unknown> {
  return {
    ...attempt,
    items: items?.map(({ revision, points }) => [questions[revision] ?? revision, points]),
    answers: answers === null ? null : sha256Of(salt + answers),
    text: text === null ? null : sha256Of(salt + text),
  }
}

/**
 * Names a person for this one certificate: the same in all its rows, and to nobody but the school
 * the same as in another's.
 */
function pseudonymOf(
  { keys }: Pick<Deps, 'keys'>,
  { id, userId }: CertificateRow,
  by: unknown,
): string | null {
  if (typeof by !== 'string') return null
  const [kind, name] = by.includes(':') ? by.split(':') : ['user', by]
  if (name === userId) return 'learner'
  if (by === 'service' || by === 'anyone') return by
  const mac = createHmac('sha256', Buffer.from(keys.codes, 'base64url'))
  return `${kind}-${mac.update(`evidence\n${id}\n${name}`).digest('base64url').slice(0, 12)}`
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
