import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { createPdfPrinter, openPdfSigner } from '../../server/adapters/pdf-printer/pdf-printer.ts'
import type { CertificateContent, PdfPrinter } from '../../server/adapters/pdf-printer/types.ts'

const cache = join(import.meta.dirname, '../../node_modules/.cache')
export const workDir = join(cache, 'lyceum-certificates')
export const log = pino({ level: 'error' })
export const signer = openPdfSigner({
  file: join(cache, 'lyceum/bench-certificates.pem'),
  makeFor: 'Lyceum',
  log,
})
// Of the length that an Open Badge has.
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
    completedAt: new Date('2026-11-21T09:30:00Z'),
    issuedAt: new Date('2026-11-21T09:30:01Z'),
    issuer: 'Lyceum',
    language: 'en',
    minutes: 745,
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

interface ProcessOfBrowser {
  pid: string
  cpuTicks: number
}

export async function browserProcesses(): Promise<ProcessOfBrowser[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name))
  const all = await Promise.all(
    pids.map(async (pid) => {
      const stat = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
        .replace(/^.*\) /su, '')
        .split(' ')
      return { pid, parent: stat[1], group: stat[2], cpuTicks: Number(stat[11]) + Number(stat[12]) }
    }),
  )
  const leaders = new Set(
    all.filter(({ parent }) => parent === String(process.pid)).map(({ pid }) => pid),
  )
  return all.filter(({ group }) => group !== undefined && leaders.has(group))
}

/** Spent so far by this process and the browsers that it started. */
export async function cpuMilliseconds(): Promise<number> {
  const { user, system } = process.cpuUsage()
  const ticks = (await browserProcesses()).reduce((sum, { cpuTicks }) => sum + cpuTicks, 0)
  return (user + system) / 1_000 + ticks * 10
}
