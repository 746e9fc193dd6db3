#!/usr/bin/env node
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { type ProvenEvidence, verifyEvidence } from '../evidence.ts'

const usage = `Usage: npx @lyceum/sdk verify-evidence FILE [--jwks URL] [--course FOLDER]

Says what a file of evidence proves, and which line of it was changed.
  --jwks URL       the keys: an address or a file. Default: those of the server that it names
  --course FOLDER  holds the texts and files of a course's folder against those that were shown`

const sha256Of = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Hashes each file, and each end of a Markdown file: a text begins behind its front matter. */
async function hashesIn(folder: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const name = relative(folder, path).split(sep).join('/')
    hashes.set(sha256Of(bytes), name)
    if (!/\.(md|mdx|markdown)$/i.test(path)) continue
    const lines = bytes.toString('utf8').trimEnd().split('\n')
    for (let first = 0; first < Math.min(lines.length, 200); first++) {
      const text = lines.slice(first).join('\n')
      for (const end of ['', '\n']) hashes.set(sha256Of(text + end), name)
    }
  }
  return hashes
}

/** Lists texts and files of lessons that the folder does not have as they were shown. */
async function listMissing({ rows }: ProvenEvidence, folder: string): Promise<string[]> {
  const hashes = await hashesIn(folder)
  const empty = sha256Of('')
  return Object.entries(rows).flatMap(([row, { key, text, files, questions }]) => {
    if (!row.startsWith('version/') || typeof key !== 'string') return []
    const shown = Object.entries((files ?? {}) as Record<string, string>)
    // Leaves out quizzes: their files go on with questions, which are not a part of the text.
    const isThere = text === empty || Array.isArray(questions) || hashes.has(String(text))
    return [
      ...(isThere ? [] : [`the text of the lesson ${key}`]),
      ...shown.flatMap(([path, sha256]) => (hashes.has(sha256) ? [] : [`${path} of ${key}`])),
    ]
  })
}

async function readKeys(from: string) {
  if (!/^https?:/.test(from)) return JSON.parse(await readFile(from, 'utf8'))
  const answer = await fetch(from)
  if (!answer.ok) throw new Error(`${from} answers ${answer.status}.`)
  return answer.json()
}

/** Returns the issuer that the first line names, before anything of it is proven. */
function issuerIn(file: Uint8Array): string {
  const [, payload = ''] = Buffer.from(file).toString('latin1').split('\n', 1)[0]?.split('.') ?? []
  try {
    return String(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')).iss)
  } catch {
    return ''
  }
}

/** Returns what it says, and whether all is as it was signed. */
async function verifyFile(
  path: string,
  options: { jwks?: string | undefined; course?: string | undefined },
) {
  const file = await readFile(path)
  const jwks = await readKeys(options.jwks ?? `${issuerIn(file)}/.well-known/jwks.json`)
  const verdict = await verifyEvidence(file, { jwks })
  const said = verdict.changes.map(
    ({ line, byte, row, what }) =>
      `${what.toUpperCase()}: line ${line}, from byte ${byte}${row === null ? '' : `: ${row}`}`,
  )
  if (!verdict.authentic)
    return { said: [...said, `Not proven: ${verdict.reason}`], isRight: false }

  const { verificationCode, courseTitle, courseVersion, issuer, signedAt, parts } = verdict
  const changed = new Set(verdict.changes.map(({ row }) => row))
  const newest = (part: string) => (verdict.shortened.includes(part) ? ', the newest' : '')
  const lacks = options.course === undefined ? [] : await listMissing(verdict, options.course)
  const lines = [
    `Certificate ${verificationCode}: ${courseTitle}, version ${courseVersion}`,
    `Signed by ${issuer} at ${signedAt}`,
    `SHA-256 ${verdict.sha256}, which the certificate bears`,
    ...Object.entries(parts).map(
      ([part, { signed, shown }]) => `${part}: ${shown} of ${signed}${newest(part)}`,
    ),
    ...verdict.missing.filter((row) => !changed.has(row)).map((row) => `left out: ${row}`),
    ...said,
    ...lacks.map((what) => `NOT IN THE FOLDER: ${what}`),
  ]
  return { said: lines, isRight: said.length + lacks.length === 0 }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { jwks: { type: 'string' }, course: { type: 'string' }, help: { type: 'boolean' } },
  })
  const [command, path, ...others] = positionals
  if (values.help || command !== 'verify-evidence' || path === undefined || others.length > 0) {
    process.stdout.write(`${usage}\n`)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const { said, isRight } = await verifyFile(path, values)
  process.stdout.write(`${said.join('\n')}\n`)
  process.exitCode = isRight ? 0 : 1
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
})
