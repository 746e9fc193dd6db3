import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StorageUnavailable } from '../../../adapters/file-storage/types.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { folderForAllTests } from '../../../test/folder.ts'
import { collectMedia } from './collect-media.ts'
import { adoptMedia, hashMedia, newMediaName, storeMedia } from './store-media.ts'

const folder = await folderForAllTests()
const media = {
  storage: { kind: 'folder' as const, folder },
  maxFileBytes: 1_000_000,
  maxCourseBytes: 1_000_000,
}
const api = await forAllTests(startApi({ config: { media } }))

async function* stream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000)
}

function announced(bytes: Uint8Array) {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
}

function store(bytes: Uint8Array, expected = announced(bytes), on: Api = api) {
  return storeMedia(on.deps, stream(bytes), { maxBytes: 1_000_000, expected })
}

async function statusOf(bytes: Uint8Array, on: Api = api): Promise<number> {
  const { sha256 } = announced(bytes)
  const url = new URL(on.deps.mediaUrls.urlOf({ sha256, name: 'a.bin' }, on.deps.now()))
  return (await on.request(`GET ${url.pathname}${url.search}`)).status
}

async function storedNames(on: Api = api): Promise<string[]> {
  const names: string[] = []
  for await (const page of on.deps.media.list()) names.push(...page)
  return names
}

const day = 24 * 3_600_000

test('a file stored twice, or by many at once, is there once', async () => {
  const bytes = randomBytes(50_000)
  const before = (await storedNames()).length
  const stored = await Promise.all(Array.from({ length: 8 }, () => store(bytes)))
  stored.push(await store(bytes), await storeMedia(api.deps, stream(bytes), { maxBytes: 99_999 }))

  expect(new Set(stored.map((file) => JSON.stringify(file))).size).toBe(1)
  expect((await storedNames()).length - before).toBe(1)
  expect(await statusOf(bytes)).toBe(200)
})

test('a file that is not as announced, or too large, is refused and nothing of it stays', async () => {
  const bytes = randomBytes(50_000)
  const before = await storedNames()
  const other = announced(randomBytes(50_000))

  await expect(store(bytes, other)).rejects.toThrow('not the file that you announced')
  await expect(store(bytes, { ...announced(bytes), size: 49_999 })).rejects.toThrow('announced')
  await expect(store(bytes, { ...announced(bytes), size: 50_001 })).rejects.toThrow('announced')
  const large = storeMedia(api.deps, stream(bytes), { maxBytes: 49_999 })
  await expect(large).rejects.toThrow(/at most 49999 bytes here/)

  expect(await storedNames()).toEqual(before)
  expect(await statusOf(bytes)).toBe(404)
})

test('nobody gets at a file by knowing its hash', async () => {
  const secret = randomBytes(40_000)
  await store(secret)

  await expect(store(randomBytes(40_000), announced(secret))).rejects.toThrow('announced')
})

test('a rehearsal says the same of a file, and stores nothing', async () => {
  const bytes = Buffer.from('%PDF-1.7 how to tie a knot')
  const before = await storedNames()
  const rehearsed = await hashMedia(stream(bytes), { maxBytes: 1_000 })

  expect(rehearsed).toEqual({ ...announced(bytes), type: 'application/pdf' })
  expect([await storedNames(), await statusOf(bytes)]).toEqual([before, 404])
  expect(await store(bytes)).toEqual(rehearsed)
})

test('a file that a client sent to the storage is taken over when it is as announced', async () => {
  const bytes = randomBytes(70_000)
  const send = async () => {
    const name = newMediaName()
    await api.deps.media.write(name, stream(bytes))
    return name
  }
  const how = { maxBytes: 100_000, expected: announced(bytes) }

  for (const wrong of [
    { ...how, expected: { ...announced(bytes), size: 69_999 } },
    { ...how, maxBytes: 69_999 },
    { ...how, expected: announced(randomBytes(70_000)) },
  ]) {
    const name = await send()
    await expect(adoptMedia(api.deps, name, wrong)).rejects.toThrow()
    expect(await storedNames()).not.toContain(name)
  }
  await expect(adoptMedia(api.deps, newMediaName(), how)).rejects.toThrow()

  const [first, second] = [await send(), await send()]
  const adopted = await adoptMedia(api.deps, first, how)
  expect(adopted).toEqual({ ...announced(bytes), type: 'application/octet-stream' })
  expect(await adoptMedia(api.deps, second, how)).toEqual(adopted)
  expect(await storedNames()).toContain(first)
  expect(await storedNames()).not.toContain(second)
  expect(await statusOf(bytes)).toBe(200)
})

test('of two who take over the same file, the one that fails leaves it to the other', async () => {
  const ends = {
    'storage fails': () => Promise.reject(new StorageUnavailable('the bucket is silent')),
    'bytes are others': async () => stream(randomBytes(70_000)),
  }
  for (const end of Object.values(ends)) {
    const bytes = randomBytes(70_000)
    const name = newMediaName()
    await api.deps.media.write(name, stream(bytes))
    const how = { maxBytes: 100_000, expected: announced(bytes) }
    const read = async () => {
      await adoptMedia(api.deps, name, how)
      return end()
    }
    const slow = { ...api.deps, media: { ...api.deps.media, read } }

    await expect(adoptMedia(slow, name, how)).rejects.toThrow()

    expect(await statusOf(bytes)).toBe(200)
  }
})

test.each(['folder', 'database'] as const)(
  'what nothing shows goes after a day, and what a crash left behind after two (%s)',
  async (kind) => {
    const place = join(folder, 'garbage')
    const storage = kind === 'folder' ? { kind, folder: place } : { kind }
    await using api = await startApi({ config: { media: { ...media, storage } } })
    const { courseId, shown, published } = await givenShownFiles(api)
    const unused = randomBytes(30_000)
    await store(unused, undefined, api)
    for (const name of [newMediaName(), newMediaName()])
      await api.deps.media.write(name, stream(randomBytes(10)))
    await api.deps.media.write('upload-of-somebody-else', stream(randomBytes(10)))
    const statuses = async () => [
      await statusOf(unused, api),
      await statusOf(shown, api),
      await statusOf(published, api),
      (await storedNames(api)).length,
    ]

    await collectMedia(api.deps)
    expect(await statuses()).toEqual([200, 200, 200, 6])
    api.advance(day + 60_000)
    await collectMedia(api.deps)
    expect(await statuses()).toEqual([404, 200, 200, 5])
    api.advance(day)
    const { media: stored } = api.deps
    let busy: Error | undefined = new Error('busy')
    const remove = (name: string) => {
      const failure = busy
      busy = undefined
      return failure === undefined ? stored.remove(name) : Promise.reject(failure)
    }
    await collectMedia({ ...api.deps, media: { ...stored, remove } })
    expect(await statuses()).toEqual([404, 200, 200, 4])
    await collectMedia(api.deps)
    expect(await statuses()).toEqual([404, 200, 200, 3])

    await api.deps.db.execute(`delete from course_files where course_id = '${courseId}'`)
    await collectMedia(api.deps)
    expect(await statuses()).toEqual([404, 404, 200, 2])
  },
)

async function givenShownFiles(api: Api) {
  const { id: courseId } = await api.given.course()
  const [shown, published] = [randomBytes(100), randomBytes(200)]
  for (const bytes of [shown, published]) await store(bytes, undefined, api)
  await api.deps.db.execute(
    `insert into course_files values ('${courseId}', 'a.bin', '${announced(shown).sha256}', now())`,
  )
  await api.deps.db.execute(
    `insert into published_files values ('${courseId}', '${announced(published).sha256}')`,
  )
  return { courseId, shown, published }
}

test('a file that is stored again while it is being collected is there afterwards', async () => {
  const place = join(folder, 'race')
  const config = { media: { ...media, storage: { kind: 'folder' as const, folder: place } } }
  await using api = await startApi({ config })
  const files = Array.from({ length: 8 }, () => randomBytes(3_000))

  for (let round = 0; round < 3; round++) {
    for (const bytes of files) await store(bytes, undefined, api)
    await api.deps.db.execute(`update media set used_at = used_at - interval '25 hours'`)
    const collecting = [collectMedia(api.deps), collectMedia(api.deps)]
    const storing = files.map(async (bytes, index) => {
      await sleep(index % 4)
      await store(bytes, undefined, api)
    })
    await Promise.all([...collecting, ...storing])

    const statuses = await Promise.all(files.map((bytes) => statusOf(bytes, api)))
    expect(statuses).toEqual(files.map(() => 200))
  }
  expect((await storedNames(api)).length).toBe(files.length)
})

test('a crash between the bytes and the row leaves no file that can be read, and no hole', async () => {
  const bytes = randomBytes(20_000)
  const db = new Proxy(api.deps.db, {
    get: (target, member) => {
      if (member === '$client') throw new Error('the process ends')
      return Reflect.get(target, member)
    },
  })
  const crashing = storeMedia({ ...api.deps, db }, stream(bytes), { maxBytes: 99_999 })
  await expect(crashing).rejects.toThrow('the process ends')
  expect(await statusOf(bytes)).toBe(404)

  await store(bytes)
  expect(await statusOf(bytes)).toBe(200)
})
