import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import { startLocalS3 } from './test-support.ts'
import { type FileStorage, StorageUnavailable } from './types.ts'

const run = promisify(execFile)
const pdf = Buffer.from('%PDF-1.7 a certificate')
const name = '0199-abcd-12.pdf'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-files-'))
  process.env.AWS_ACCESS_KEY_ID = 'test-key'
  process.env.AWS_SECRET_ACCESS_KEY = 'test-secret'
  process.env.AWS_REGION = 'eu-test-1'
})
afterAll(async () => {
  for (const key of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'])
    delete process.env[key]
  await rm(folder, { recursive: true })
})

async function keepsFiles(storage: FileStorage): Promise<void> {
  expect(await storage.get(name)).toBeUndefined()
  await storage.put(name, pdf)
  expect(Buffer.from((await storage.get(name)) ?? [])).toEqual(pdf)

  await storage.put(name, pdf)
  await storage.remove(name)
  expect(await storage.get(name)).toBeUndefined()
  await storage.remove(name)
}

/** Lists files, more than a page of them. */
async function listsFiles(storage: FileStorage): Promise<void> {
  const names = Array.from({ length: 510 }, (_, index) => `0199-${index}-${index % 3}7.pdf`)
  const listed = async () => {
    const found: string[] = []
    for await (const page of storage.list()) found.push(...page)
    return found.sort()
  }
  expect(await listed()).toEqual([])
  for (const name of names) await storage.put(name, pdf)
  expect(await listed()).toEqual(names.sort())
}

describe('a folder', () => {
  test('lists all its files', async () => {
    const place = join(folder, 'listed')
    const storage = createFolderStorage(place)
    await listsFiles(storage)
    await writeFile(join(place, '07', 'x-07.pdf.00ff.partial'), '')
    const names: string[] = []
    for await (const page of storage.list()) names.push(...page)
    expect(names).toHaveLength(510)
  })

  test('keeps files until they are removed', async () => {
    await keepsFiles(createFolderStorage(join(folder, 'new', 'folder')))
  })

  test('leaves nothing but whole files, even when writing fails', async () => {
    const place = join(folder, 'whole')
    const storage = createFolderStorage(place)
    await storage.put(name, pdf)
    // Puts a folder in the file's place: it can be written beside it, but not renamed.
    await mkdir(join(place, '99', 'x-99.pdf', 'in-the-way'), { recursive: true })

    await expect(storage.put('x-99.pdf', pdf)).rejects.toThrow(StorageUnavailable)

    expect(
      (await readdir(place, { recursive: true })).filter((path) => path.endsWith('.partial')),
    ).toEqual([])
  })

  test('that is a file, or that may not be read, is reported as unavailable storage', async () => {
    await writeFile(join(folder, 'file'), '')
    const storage = createFolderStorage(join(folder, 'file'))

    await expect(storage.put(name, pdf)).rejects.toThrow(StorageUnavailable)
    await expect(storage.get(name)).rejects.toThrow(/cannot be read \(ENOTDIR\)/u)
  })

  test.each(['../secret.pdf', '/etc/passwd', 'a/b.pdf', '..', '', 'x\0.pdf'])(
    'takes no path for a name: %j',
    async (path) => {
      const storage = createFolderStorage(folder)

      await expect(storage.put(path, pdf)).rejects.toThrow('Not a valid file name')
      await expect(storage.get(path)).rejects.toThrow('Not a valid file name')
    },
  )

  test('on a full disk says so, leaves no partial file, and works again when there is room', async (context) => {
    const disk = join(folder, 'disk')
    await mkdir(disk)
    const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]).then(
      () => true,
      () => false,
    )
    if (!isMounted) return context.skip('a small disk can be mounted by root only')
    try {
      const storage = createFolderStorage(disk)
      await writeFile(join(disk, 'ballast'), Buffer.alloc(200_000))

      await expect(storage.put(name, Buffer.alloc(100_000, 1))).rejects.toThrow(/ENOSPC/u)
      expect(
        (await readdir(disk, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name),
      ).toEqual(['ballast'])
      expect(await storage.get(name)).toBeUndefined()

      await rm(join(disk, 'ballast'))
      await storage.put(name, Buffer.alloc(100_000, 1))
      expect((await storage.get(name))?.length).toBe(100_000)
    } finally {
      await run('umount', [disk])
    }
  })

  test('is closed to other users', async () => {
    await createFolderStorage(join(folder, 'closed')).put(name, pdf)

    expect((await stat(join(folder, 'closed', '12', name))).mode & 0o007).toBe(0)
  })
})

describe('a bucket', () => {
  test('lists all its files', async () => {
    await using s3 = await startLocalS3('certificates')
    await listsFiles(createS3Storage({ bucket: 'certificates', endpoint: s3.endpoint }))
  })

  test('keeps files until they are removed', async () => {
    await using s3 = await startLocalS3('diplomas')

    await keepsFiles(createS3Storage({ bucket: 'diplomas', endpoint: s3.endpoint }))

    expect(new Set(s3.requests.map(({ path }) => path))).toEqual(new Set([`/diplomas/${name}`]))
  })

  test('that is busy or drops the connection for a moment is retried', async () => {
    await using s3 = await startLocalS3('diplomas')
    s3.trouble.push('503', 'cut')

    await createS3Storage({ bucket: 'diplomas', endpoint: s3.endpoint }).put(name, pdf)

    expect(s3.objects.get(name)).toEqual(pdf)
  })

  test('that is missing, or whose server is down, is reported as unavailable storage, without secrets', async () => {
    await using s3 = await startLocalS3('diplomas')
    const wrong = createS3Storage({ bucket: 'others', endpoint: s3.endpoint })
    const away = createS3Storage({ bucket: 'diplomas', endpoint: 'http://127.0.0.1:1' })

    for (const storage of [wrong, away]) {
      const error = await storage.get(name).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(StorageUnavailable)
      expect(String(error)).not.toContain('test-secret')
    }
  })
})
