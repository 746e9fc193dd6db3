import { createHash, randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '../../../db/postgres/client.ts'
import { forAllTests } from '../../test/api.ts'
import { testDatabaseUrl } from '../../test/database.ts'
import { folderForAllTests } from '../../test/folder.ts'
import { watchedLog } from '../../test/watched-log.ts'
import { createMediaStorage } from './file-storage.ts'
import { type LocalS3, startLocalS3 } from './test-support.ts'
import type { DirectUploads, MediaStorage } from './types.ts'

const database = connectDatabase({ url: await testDatabaseUrl(), log: watchedLog(undefined).log })
const s3: LocalS3 = await forAllTests(startLocalS3('lessons'))
const folder = await folderForAllTests()
const credentials = {
  AWS_ACCESS_KEY_ID: 'test-key',
  AWS_SECRET_ACCESS_KEY: 'test-secret',
  AWS_REGION: 'eu-test-1',
}

beforeAll(() => void Object.assign(process.env, credentials))
afterAll(async () => {
  for (const name of Object.keys(credentials)) delete process.env[name]
  await database.close()
})

const storages: [string, () => MediaStorage][] = [
  ['the database', () => createMediaStorage({ kind: 'database' }, database.db)],
  ['a folder', () => createMediaStorage({ kind: 'folder', folder }, database.db)],
  [
    'a bucket',
    () => createMediaStorage({ kind: 's3', bucket: 'lessons', endpoint: s3.endpoint }, database.db),
  ],
]

/** Yields pieces of odd sizes. */
async function* inPieces(bytes: Uint8Array, size = 100_003): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(storage: MediaStorage, name: string, range?: { start: number; end: number }) {
  const bytes = await storage.read(name, range)
  return bytes && Buffer.concat(await Readable.from(bytes).toArray())
}

async function namesIn(storage: MediaStorage): Promise<string[]> {
  const names: string[] = []
  for await (const page of storage.list()) names.push(...page)
  return names
}

describe.each(storages)('%s', (_place, open) => {
  test('60 readers who take no more than the beginning keep nobody from writing', async () => {
    const storage = open()
    await storage.write('long', inPieces(randomBytes(2_000_000)))
    const readers: AsyncIterator<Uint8Array>[] = []
    for (let count = 0; count < 60; count++) {
      const reader = (await storage.read('long'))?.[Symbol.asyncIterator]()
      await reader?.next()
      if (reader !== undefined) readers.push(reader)
    }

    await storage.write('other', inPieces(randomBytes(300_000)))

    expect(await storage.size('other')).toBe(300_000)
    for (const reader of readers) await reader.return?.()
    for (const name of ['long', 'other']) await storage.remove(name)
  })

  test('gives back every file as it was written, until it is removed', async () => {
    const storage = open()
    // Tries sizes around a piece in the database, and a part in a bucket.
    for (const size of [0, 1, 262_143, 262_144, 262_145, 700_001, 9_000_000]) {
      const bytes = randomBytes(size)
      const name = `file-${size}`
      expect([await read(storage, name), await storage.size(name)]).toEqual([undefined, undefined])

      await storage.write(name, inPieces(bytes))

      expect([size, await storage.size(name)]).toEqual([size, size])
      expect((await read(storage, name))?.equals(bytes)).toBe(true)
      expect(await namesIn(storage)).toContain(name)
      await storage.remove(name)
      await storage.remove(name)
      expect([await read(storage, name), await storage.size(name)]).toEqual([undefined, undefined])
    }
  })

  test('gives any range of a file', async () => {
    const storage = open()
    const size = 600_000
    const bytes = randomBytes(size)
    await storage.write('ranges', inPieces(bytes))
    const places = [0, 1, 262_143, 262_144, 262_145, 524_288, size - 1, size]
    const random = Array.from({ length: 30 }, () => Math.floor(Math.random() * (size + 1)))
    const ends = random.map((end, index) => [random.at(-index) ?? 0, end])
    const pairs = [...places.flatMap((start) => places.map((end) => [start, end])), ...ends]
    for (const [start = 0, end = 0] of pairs.filter(([start = 0, end = 0]) => start <= end))
      expect({
        start,
        end,
        isSlice: (await read(storage, 'ranges', { start, end }))?.equals(
          bytes.subarray(start, end),
        ),
      }).toEqual({ start, end, isSlice: true })
    await storage.remove('ranges')
  })

  test('keeps nothing of a file whose source fails, and passes the failure on', async () => {
    const storage = open()
    async function* failing() {
      yield randomBytes(9_000_000)
      throw new RangeError('the sender went away')
    }

    await expect(storage.write('failed', failing())).rejects.toThrow(
      new RangeError('the sender went away'),
    )

    expect([await storage.size('failed'), await namesIn(storage)]).toEqual([undefined, []])
    expect(s3.openUploads()).toEqual([])
    expect(
      (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.partial')),
    ).toEqual([])
  })

  test('replaces a file that is written again, also by a shorter one', async () => {
    const storage = open()
    await storage.write('again', inPieces(randomBytes(700_000)))
    await storage.write('again', inPieces(Buffer.from('short')))

    expect([String(await read(storage, 'again')), await storage.size('again')]).toEqual([
      'short',
      5,
    ])
    await storage.remove('again')
  })

  test('closes its source when a reader leaves early', async () => {
    const storage = open()
    await storage.write('left', inPieces(randomBytes(3_000_000)))
    for (let reader = 0; reader < 60; reader++) {
      const bytes = (await storage.read('left')) ?? []
      for await (const piece of bytes) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
    }
    // Checks that no file or connection stayed open, which would keep later readers waiting.
    expect((await read(storage, 'left'))?.length).toBe(3_000_000)
    await storage.remove('left')
  })
})

describe('a folder', () => {
  test('loses what a crash left half-written after a while, and nothing else', async () => {
    const storage = createMediaStorage({ kind: 'folder', folder }, database.db)
    await storage.write('kept', inPieces(Buffer.from('kept')))
    const [subfolder = ''] = await readdir(folder)
    const partial = join(folder, 'pt', 'kept.0123.partial')
    await writeFile(partial, 'half')
    await utimes(partial, new Date(0), new Date(0))

    await storage.tidy(new Date(1_000))

    expect([subfolder === '', await namesIn(storage)]).toEqual([false, ['kept']])
    expect(await readdir(join(folder, 'pt'))).toEqual(['kept'])
    await storage.remove('kept')
  })
})

describe('a bucket, to which clients send files themselves', () => {
  const bytes = randomBytes(300_000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const storage = () =>
    createMediaStorage({ kind: 's3', bucket: 'lessons', endpoint: s3.endpoint }, database.db)
  function direct(): DirectUploads {
    const { direct } = storage()
    if (direct === undefined) throw new Error('The bucket takes no files from clients.')
    return direct
  }

  test('takes the announced file, and refuses a different size and content', async () => {
    const { url, headers } = await direct().signPut('sent', { sha256, size: bytes.length })
    const put = (body: Uint8Array, extra: Record<string, string> = {}) => {
      const { 'content-length': _size, ...others } = headers
      return fetch(url, {
        method: 'PUT',
        body: Buffer.from(body),
        headers: { ...others, ...extra },
      })
    }
    const other = randomBytes(bytes.length)
    const otherSum = createHash('sha256').update(other).digest('base64')

    expect((await put(other)).status).toBe(400)
    expect((await put(other, { 'x-amz-checksum-sha256': otherSum })).status).toBe(403)
    expect((await put(bytes.subarray(1))).status).toBe(403)
    expect(s3.objects.get('sent')).toBeUndefined()
    expect((await put(bytes)).status).toBe(200)
    expect(s3.objects.get('sent')?.equals(bytes)).toBe(true)
    await storage().remove('sent')
  })

  test('takes a file in parts, which are lost with their upload', async () => {
    const id = await direct().beginParts('parts')
    const send = async (number: number, part: Uint8Array, size = part.length) => {
      const signed = await direct().signPart('parts', { id, number, size })
      return (await fetch(signed.url, { method: 'PUT', body: Buffer.from(part) })).status
    }
    expect(await send(2, bytes.subarray(200_000))).toBe(200)
    expect(await send(1, bytes.subarray(0, 100))).toBe(200)
    expect(await send(1, bytes.subarray(0, 200_000))).toBe(200)
    expect(await send(3, bytes, 10)).toBe(403)

    const arrived = await direct().listParts('parts', id)
    expect(arrived.map(({ number, size }) => [number, size])).toEqual([
      [1, 200_000],
      [2, 100_000],
    ])
    await direct().joinParts('parts', id, arrived)
    expect(s3.objects.get('parts')?.equals(bytes)).toBe(true)

    const dropped = await direct().beginParts('dropped')
    await direct().dropParts('dropped', dropped)
    await direct().dropParts('dropped', dropped)
    expect(s3.openUploads()).toEqual([])
    await storage().remove('parts')
  })

  test('loses uploads in parts that nobody ended', async () => {
    await direct().beginParts('forgotten')
    await storage().tidy(new Date(Date.now() - 60_000))
    expect(s3.openUploads()).toEqual(['forgotten'])
    await storage().tidy(new Date(Date.now() + 1_000))
    expect(s3.openUploads()).toEqual([])
  })
})
