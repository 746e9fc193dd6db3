import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCertificate } from '../../../../db/queries/learning/certificates.ts'
import type { Priority } from '../../../../lib/queue.ts'
import { startLocalS3 } from '../../../adapters/file-storage/test-support.ts'
import type { StorageConfig } from '../../../adapters/file-storage/types.ts'
import { readConfig } from '../../../config/config.ts'
import { type Api, startApi } from '../../../test/api.ts'
import { givenCertificate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { printCertificate } from './print-certificate.ts'

const { certificates } = readConfig({ NODE_ENV: 'test' })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-stored-'))
})
afterAll(() => rm(folder, { recursive: true }))

function storedIn(storage: StorageConfig) {
  return {
    printer: switchablePrinter({ available: true }),
    config: { certificates: { ...certificates, storage } },
    logLines: [] as string[],
  }
}

/** Returns the address of a certificate's PDF. */
async function givenPrinted(api: Api): Promise<{ path: string; userId: string; id: string }> {
  const { learner, certificate } = await givenCertificate(api)
  const { rows } = await api.deps.db.execute<{ id: string }>(
    sql`select id from certificates where user_id = ${learner.id}`,
  )
  return {
    path: new URL(certificate.certificateUrl).pathname,
    userId: learner.id,
    id: rows[0]?.id ?? '',
  }
}

async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('PDFs can be kept in a folder; the database then holds their names and hashes', async () => {
  const place = join(folder, 'kept')
  const options = storedIn({ kind: 'folder', folder: place })
  await using api = await startApi(options)

  const { path, id } = await givenPrinted(api)
  const answer = await api.request(`GET ${path}`)

  expect([answer.status, options.printer.printed.length]).toEqual([200, 1])
  const files = await filesIn(place)
  expect(files).toHaveLength(1)
  expect((await stat(files[0] ?? '')).size).toBe(Number(answer.headers['content-length']))
  const { rows } = await api.deps.db.execute(
    sql`select storage, pdf, file_name from certificate_files where certificate_id = ${id}`,
  )
  expect(rows).toEqual([
    {
      storage: 'folder',
      pdf: null,
      file_name: expect.stringMatching(new RegExp(`^${id}-[\\da-f]{16}\\.pdf$`)),
    },
  ])
})

test('PDFs can be kept in a bucket', async () => {
  await using s3 = await startLocalS3('diplomas')
  process.env.AWS_ACCESS_KEY_ID = 'test-key'
  process.env.AWS_SECRET_ACCESS_KEY = 'test-secret'
  process.env.AWS_REGION = 'eu-test-1'
  try {
    await using api = await startApi(
      storedIn({ kind: 's3', bucket: 'diplomas', endpoint: s3.endpoint }),
    )

    const { path } = await givenPrinted(api)
    const { status, text } = await api.request(`GET ${path}`)

    expect([status, [...s3.objects.values()].map(String)]).toEqual([200, [text]])
  } finally {
    for (const key of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'])
      delete process.env[key]
  }
})

test('a changed or lost file is never served, nor replaced by a different one', async () => {
  const place = join(folder, 'damaged')
  const options = storedIn({ kind: 'folder', folder: place })
  await using api = await startApi(options)
  const { path } = await givenPrinted(api)
  const [file = ''] = await filesIn(place)

  await writeFile(file, '%PDF-1.7 another certificate')
  const damaged = await api.request(`GET ${path}`)
  await rm(file)
  const lost = await api.request(`GET ${path}`)

  for (const { status, body, text } of [damaged, lost]) {
    expect([status, body.error]).toEqual([503, 'ServiceUnavailable'])
    expect(body.message).toContain('its PDF is lost')
    expect(text).not.toContain('another certificate')
  }
  expect(
    options.logLines.filter((line) => /(?:lost|damaged): restore it from a backup/u.test(line)),
  ).toHaveLength(2)
})

test('a changed or lost file comes back when printing it again gives the same bytes', async () => {
  const place = join(folder, 'healed')
  const options = storedIn({ kind: 'folder', folder: place })
  const { printCertificate: print } = options.printer
  options.printer.printCertificate = async (content) => {
    await print(content)
    return new TextEncoder().encode(`%PDF-1.7 ${content.code}`)
  }
  await using api = await startApi(options)
  const [{ path }, admin] = [await givenPrinted(api), await api.given.admin()]
  const [file = ''] = await filesIn(place)
  const before = await readFile(file, 'utf8')
  const code = path.slice(path.lastIndexOf('/') + 1).replace('.pdf', '')

  await writeFile(file, '%PDF-1.7 another certificate')
  const damaged = await api.request(`GET ${path}`)
  await rm(file)
  const rendered = await api.request(`POST /api/v1/admin/certificates/${code}/render`, {
    token: admin.token,
  })
  const stored = await readFile(file, 'utf8')
  await rm(file)
  options.printer.available = false
  const lost = await api.request(`POST /api/v1/admin/certificates/${code}/render`, {
    token: admin.token,
  })

  expect([damaged.status, damaged.text]).toEqual([200, before])
  expect([rendered.status, rendered.body.pdf, stored]).toEqual([200, 'ready', before])
  expect([lost.status, lost.body.error]).toEqual([503, 'ServiceUnavailable'])
  expect(options.printer.printed).toHaveLength(3)
})

test('a folder that cannot be written to means 503, and the certificate comes once it can be', async () => {
  const place = join(folder, 'blocked')
  await writeFile(place, 'a file where the folder should be')
  await using api = await startApi(storedIn({ kind: 'folder', folder: place }))

  const { path } = await givenPrinted(api)
  const refused = await api.request(`GET ${path}`)
  await rm(place)
  const served = await api.request(`GET ${path}`)

  expect([refused.status, refused.body.error, refused.headers['retry-after']]).toEqual([
    503,
    'ServiceUnavailable',
    '30',
  ])
  expect(served.status).toBe(200)
})

test('PDFs in the database are still served after the setting changes; PDFs in a folder need the folder', async () => {
  await using before = await startApi({
    printer: switchablePrinter({ available: true }),
    logLines: [],
  })
  const old = await givenPrinted(before)

  await using after = await startApi(storedIn({ kind: 'folder', folder: join(folder, 'later') }))
  const recent = await givenPrinted(after)

  expect((await after.request(`GET ${old.path}`)).status).toBe(200)
  expect((await before.request(`GET ${recent.path}`)).status).toBe(503)
})

test('a print in the background gets priority as soon as somebody waits for it, and still happens once', async () => {
  const printer = switchablePrinter({ available: false })
  await using api = await startApi({ printer, logLines: [] })
  const { id } = await givenPrinted(api)
  const certificate = await findCertificate(api.deps.db, id)
  if (certificate === undefined) throw new Error('no certificate')
  const priorities: Priority[] = []
  const { promise, resolve } = Promise.withResolvers<Uint8Array>()
  printer.printCertificate = (_, priority) => {
    if (priority !== undefined) priorities.push(priority)
    return promise
  }

  const bulk = printCertificate(api.deps, certificate, { interactive: false })
  await expect.poll(() => priorities).toEqual([{ interactive: false }])
  const hurried = printCertificate(api.deps, certificate)
  expect(priorities).toEqual([{ interactive: true }])

  resolve(new TextEncoder().encode('%PDF-1.7'))
  expect(await hurried).toBe(await bulk)
  expect(priorities).toHaveLength(1)
})
