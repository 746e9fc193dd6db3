import { setTimeout as sleep } from 'node:timers/promises'
import { findCourse } from '../../db/queries/courses/courses/courses.ts'
import { listUnprinted } from '../../db/queries/learning/certificates.ts'
import { firstIdAt } from '../../lib/ids.ts'
import { findBrowsers, readPdf, withoutSpace } from '../adapters/pdf-printer/test-support.ts'
import { type Deps, inTransaction } from '../context.ts'
import { formatCode } from '../features/learning/certificates/code/code.ts'
import { issueCertificate } from '../features/learning/certificates/issue-certificate.ts'
import { makeGiven } from './given.ts'

export interface Faults {
  certificates: number
  /** For how long all processes of the browser are killed every half second. */
  milliseconds: number
  /** How long after the last fault the last certificate may take. */
  patienceMilliseconds: number
  /** Requests a certificate's PDF like a learner: returns the status and, with 200, the bytes. */
  download(path: string): Promise<{ status: number; bytes: Uint8Array }>
}

export interface FaultReport {
  kills: number
  /** Certificates that had a PDF right after the last fault. */
  printedMeanwhile: number
  millisecondsToTheLast: number
  missing: number
  downloads: Record<number, number>
  /** PDFs, served or stored, that were not the whole certificate of their learner. */
  wrong: string[]
}

/**
 * Issues and downloads certificates while the browser is killed again and again, and checks every
 * PDF in the end.
 */
export async function printUnderFaults(
  deps: Deps,
  { certificates, milliseconds, patienceMilliseconds, download }: Faults,
): Promise<FaultReport> {
  const issued: Issued[] = []
  const downloads: Record<number, number> = {}
  const wrong: string[] = []

  async function check(certificate: Issued): Promise<void> {
    const { status, bytes } = await download(`/certificates/${certificate.code}.pdf`)
    downloads[status] = (downloads[status] ?? 0) + 1
    if (status === 200 && !(await isWhole(bytes, certificate)))
      wrong.push(`served: ${certificate.code}`)
  }

  let kills = 0
  let isOver = false
  let isIssued = false
  const issuing = issueMany(deps, certificates, issued).finally(() => {
    isIssued = true
  })
  const learning = (async () => {
    for (let index = 0; !isOver; index += 7) {
      const certificate = issued[index % Math.max(issued.length, 1)]
      await (certificate === undefined ? sleep(20) : check(certificate))
    }
  })()
  // Awaited in the end; a failure meanwhile must not count as unhandled.
  Promise.all([issuing, learning]).catch(() => undefined)
  const end = Date.now() + milliseconds
  while (Date.now() < end || !isIssued) {
    await sleep(500)
    for (const leader of findBrowsers()) {
      kills += 1
      // It may have ended just now.
      await Promise.resolve()
        .then(() => process.kill(-leader, 'SIGKILL'))
        .catch(() => undefined)
    }
  }
  isOver = true
  await issuing
  const printedMeanwhile = issued.length - (await countMissing(deps))

  const lastFault = Date.now()
  while ((await countMissing(deps)) > 0 && Date.now() - lastFault < patienceMilliseconds)
    await sleep(200)
  const millisecondsToTheLast = Date.now() - lastFault
  await learning

  const missing = await countMissing(deps)
  // Each that is missing would be waited for.
  if (missing === 0) for (const certificate of issued) await check(certificate)
  return { kills, printedMeanwhile, millisecondsToTheLast, missing, downloads, wrong }
}

interface Issued {
  code: string
  learnerName: string
}

async function issueMany(deps: Deps, count: number, issued: Issued[]): Promise<void> {
  const given = makeGiven(deps)
  const { id: courseId } = await given.course()
  const course = await findCourse(deps.db, { id: courseId })
  if (course === undefined) throw new Error('There is no course.')
  for (let number = 1; number <= count; number += 1) {
    const learner = await given.learner({ name: `Learner Number ${number} Of Many` })
    const certificate = await inTransaction(deps, (ctx) =>
      issueCertificate(ctx, {
        userId: learner.id,
        courseId,
        versionId: course.versionId,
        completedAt: deps.now(),
      }),
    )
    if (certificate === undefined) throw new Error('No certificate was issued.')
    issued.push({ code: formatCode(certificate.code), learnerName: learner.name })
  }
}

/** Counts all certificates of the database: it must hold no others. */
async function countMissing({ db }: Deps): Promise<number> {
  const before = new Date(Date.now() + 60_000)
  return (await listUnprinted(db, { from: firstIdAt(new Date(0)), before, limit: 10_000 })).length
}

async function isWhole(pdf: Uint8Array, { learnerName, code }: Issued): Promise<boolean> {
  const { text, pages } = await readPdf(pdf).catch(() => ({ text: '', pages: 0 }))
  return pages === 1 && text.includes(withoutSpace(learnerName)) && text.includes(code)
}
