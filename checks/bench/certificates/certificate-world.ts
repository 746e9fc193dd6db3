import { join } from 'node:path'
import { pino } from 'pino'
import { noFacts } from '../../../content/certificates/printed-facts.ts'
import {
  createPdfPrinter,
  openPdfSigner,
} from '../../../server/adapters/pdf-printer/pdf-printer.ts'
import type { CertificateContent, PdfPrinter } from '../../../server/adapters/pdf-printer/types.ts'
import { allProcesses, type ProcessTimes } from '../processes.ts'

const cache = join(import.meta.dirname, '../../../node_modules/.cache')
export const workDir = join(cache, 'lyceum-certificates')
export const log = pino({ level: 'error' })
export const signer = openPdfSigner({
  file: join(cache, 'lyceum/bench-certificates.pem'),
  makeFor: 'Lyceum',
  log,
})
// As long as an Open Badge.
const credential = `${'eyJhbGciOiJFZERTQSIsInR5cCI6'.repeat(2)}.${'eyJAY29udGV4dCI6WyJodHRwczov'.repeat(60)}.${'c2lnbmF0dXJl'.repeat(7)}`
const facts = `${'eyJhbGciOiJFZERTQSIsImtpZCI6'.repeat(2)}.${'eyJjIjoiN1EzTVg5S0QySFZBUlQ1'.repeat(7)}.${'c2lnbmF0dXJl'.repeat(7)}`

export function contentOf(
  number: number,
  other: Partial<CertificateContent> = {},
): CertificateContent {
  const code = '7Q3M-X9KD-2HVA-RT5E-8'
  const verifyUrl = `https://lyceum.example/verify/${code}`
  return {
    learnerName: `Ada Lovelace the ${number}th`,
    courseTitle: 'Version Control with Git',
    completedOn: '2026-11-21',
    issuedOn: '2026-11-21',
    issuedAt: new Date('2026-11-21T09:30:01Z'),
    issuer: 'Lyceum',
    language: 'en',
    ...noFacts,
    minutes: 745,
    lastDay: null,
    code,
    verifyUrl,
    qrText: `${verifyUrl}#${facts}`,
    credential,
    ...other,
  }
}

export function openPrinter(): PdfPrinter {
  return createPdfPrinter({
    workDir,
    log,
    signer,
    limits: { maxWaiting: 10_000, printMs: 30_000 },
  })
}

export type Print = (number: number) => Promise<unknown>

/** Lists the browser processes that this process started. */
export function browserProcesses(): ProcessTimes[] {
  const all = allProcesses()
  const leaders = new Set(
    all.filter(({ parent }) => parent === process.pid).map(({ pid }) => Number(pid)),
  )
  return all.filter(({ group }) => leaders.has(group))
}

/** Returns the CPU time spent so far by this process and its browsers. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return browserProcesses().reduce((sum, { own }) => sum + own, (user + system) / 1_000)
}
