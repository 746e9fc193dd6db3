import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { collectMedia } from '../../features/courses/media/collect-media.ts'
import { storeMedia } from '../../features/courses/media/store-media.ts'
import { makeKeys } from '../../security/key-ring/keys.ts'
import { type Api, forAllTests, startApi } from '../../test/api.ts'
import { requireDocumented } from '../../test/documented.ts'
import { folderForAllTests } from '../../test/folder.ts'
import { mount } from './media-files.ts'

const folder = await folderForAllTests()
const inFolder = {
  storage: { kind: 'folder' as const, folder },
  maxFileBytes: 100_000_000,
  maxCourseBytes: 100_000_000,
}
const api = await forAllTests(startApi({ config: { media: inFolder } }))

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex'),
  randomBytes(5_000),
])

/** Stores a file and returns the path of its address. */
async function given(bytes: Uint8Array | string, name: string, on: Api = api): Promise<string> {
  const { sha256 } = await storeMedia(on.deps, Readable.from([Buffer.from(bytes)]), {
    maxBytes: 100_000_000,
  })
  return addressOf(sha256, name, on)
}

function addressOf(sha256: string, name: string, on: Api = api): string {
  const { pathname, search } = new URL(on.deps.mediaUrls.urlOf({ sha256, name }, on.deps.now()))
  return pathname + search
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await api.server.inject({ method: method as 'GET' | 'HEAD', url, headers })
  const isProblem = String(answer.headers['content-type']).includes('json')
  const { statusCode: status, headers: received, rawPayload: bytes } = answer
  const body = isProblem ? answer.json() : undefined
  requireDocumented(method, url, { status, headers: received, body })
  return { status, headers: received, body, bytes }
}

describe('a file of a lesson', () => {
  test('comes as it is, with its type, a strong tag, and nothing in it that may run', async () => {
    const { status, headers, bytes } = await get(await given(png, 'img/reef knot.png'))

    expect(bytes.equals(png)).toBe(true)
    expect({ status, ...headers }).toMatchObject({
      status: 200,
      'content-type': 'image/png',
      'content-length': String(png.length),
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(png).digest('hex')}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': `inline; filename="reef knot.png"; filename*=UTF-8''reef%20knot.png`,
    })
    expect(headers['content-encoding']).toBeUndefined()
    const [, seconds] =
      /^private, max-age=(\d+), immutable$/.exec(String(headers['cache-control'])) ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(299)
    expect(Number(seconds)).toBeLessThanOrEqual(600)
  })

  test('is not sent to those who have it, and its head is without the bytes', async () => {
    const path = await given(png, 'knot.png')
    const { headers } = await get(path)
    const known = await get(path, { 'if-none-match': String(headers.etag) })
    const head = await get(path, {}, 'HEAD')

    expect([known.status, known.bytes.length]).toEqual([304, 0])
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      String(png.length),
      0,
    ])
    expect(head.headers['content-type']).toBe('image/png')
  })

  test('is read by pages of the configured frontends, also for players and captions', async () => {
    const path = await given('WEBVTT\n\n00:00.000 --> 00:01.000\nHello', 'en.vtt')
    const { headers } = await get(path, { origin: 'http://localhost:5173' })
    const other = await get(path, { origin: 'https://elsewhere.example' })

    expect(headers['access-control-allow-origin']).toBe('http://localhost:5173')
    expect(headers['access-control-expose-headers']).toContain('content-range')
    expect(headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })

  test.each([
    ['knots.txt', `filename="knots.txt"; filename*=UTF-8''knots.txt`],
    ['Knüpfen & “Knoten”.txt', 'filename="Kn_pfen & _Knoten_.txt"'],
    ['a"b\\c.txt', `filename="a b c.txt"; filename*=UTF-8''a%20b%20c.txt`],
    [`${'long '.repeat(60)}.txt`, 'long l.txt"'],
    ['100 %.txt', `filename="100 _.txt"; filename*=UTF-8''100%20%25.txt`],
    ['縄.txt', `filename="_.txt"; filename*=UTF-8''%E7%B8%84.txt`],
    [`it's (a) knot).txt`, `filename="it's (a) knot).txt"; filename*=UTF-8''it%27s%20%28a%29`],
  ])('is saved under its own name, whatever that is: %s', async (name, expected) => {
    const path = await given('A plain text.', name)
    // Has nothing that would end a link in Markdown, or an attribute in HTML.
    expect(path).toMatch(/^[\w/.%~-]+\?[\w=&-]+$/)
    const { status, headers } = await get(path)

    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\x20-\x7e]+";/)
    expect(headers['content-disposition']).toContain(expected)
  })
})

describe('the type', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['of a picture named as a page', png, 'knot.html', 'image/png', 'inline'],
    [
      'of a page named as a picture',
      '<html><script>1</script>',
      'knot.png',
      'text/html; charset=utf-8',
      'attachment',
    ],
    [
      'of a page after a comment',
      '<!-- a --><body onload=x()>',
      'a.png',
      'text/html; charset=utf-8',
      'attachment',
    ],
    ['of a drawing with a script', svg, 'knot.svg', 'image/svg+xml', 'attachment'],
    [
      'of a drawing with a prologue',
      `\ufeff<?xml version="1.0"?>\n<!-- a -->\n${svg}`,
      'knot.png',
      'image/svg+xml',
      'attachment',
    ],
    [
      'of a picture behind a long comment',
      Buffer.concat([
        png.subarray(0, 33),
        Buffer.from('00030d40', 'hex'),
        Buffer.alloc(200_004, 'tEXt'),
      ]),
      'knot',
      'image/png',
      'inline',
    ],
    [
      'of a drawing with a DTD of its own',
      `<!DOCTYPE svg PUBLIC "a" "b" [ <!ENTITY ns "x"> ]>\n${svg}`,
      'a.svg',
      'image/svg+xml',
      'attachment',
    ],
    [
      'of a text in UTF-16',
      Buffer.from('\ufeffname\tknots\n', 'utf16le'),
      'a.txt',
      'application/octet-stream',
      'attachment',
    ],
    ['of a text', 'name,knots\nreef,1\n', 'knots.csv', 'text/plain; charset=utf-8', 'attachment'],
    ['of a document', '%PDF-1.7\n', 'knots', 'application/pdf', 'inline'],
    [
      'of a picture that is a page, too',
      'GIF89a/*<html><script>*/=1',
      'a.html',
      'image/gif',
      'inline',
    ],
    [
      'of sound behind a large tag',
      Buffer.concat([Buffer.from('ID3\x04\0\0\0\x0f\x7f\x7f'), randomBytes(90_000)]),
      'a',
      'audio/mpeg',
      'inline',
    ],
    [
      'of a program',
      Buffer.from('7f454c4602010100', 'hex'),
      'knot.png',
      'application/octet-stream',
      'attachment',
    ],
    ['of no bytes', '', 'empty.txt', 'text/plain; charset=utf-8', 'attachment'],
    [
      'of bytes that are no text',
      Buffer.from([0, 1, 2, 255]),
      'a.txt',
      'application/octet-stream',
      'attachment',
    ],
  ])('%s is decided by its bytes', async (_case, bytes, name, type, how) => {
    const { headers } = await get(await given(bytes, name))

    expect([headers['content-type'], String(headers['content-disposition']).split(';')[0]]).toEqual(
      [type, how],
    )
    expect(headers['content-security-policy']).toBe('sandbox')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('a range', () => {
  test('of any kind is that part of the file', async () => {
    const bytes = randomBytes(700_000)
    const path = await given(bytes, 'film.bin')
    const places = [0, 1, 262_143, 262_144, 699_999, Math.floor(Math.random() * 700_000)]
    const ranges = places.flatMap((start) => [
      [`bytes=${start}-`, start, 700_000],
      ...places
        .filter((end) => end >= start)
        .map((end) => [`bytes=${start}-${end}`, start, end + 1]),
      [`bytes=${start}-9999999999`, start, 700_000],
      ...(start > 0 ? [[`bytes=-${start}`, 700_000 - start, 700_000]] : []),
    ]) as [string, number, number][]

    for (const [range, start, end] of ranges) {
      const answer = await get(path, { range })
      expect([range, answer.status, answer.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${start}-${end - 1}/700000`,
      ])
      expect(answer.headers['content-length']).toBe(String(end - start))
      expect(answer.bytes.equals(bytes.subarray(start, end))).toBe(true)
    }
  })

  test.each(['bytes=5006-', 'bytes=99999-100000', 'bytes=-0'])(
    'past the end is refused with the size: %s',
    async (range) => {
      const bytes = Buffer.alloc(5_006, 1)
      const { status, body, headers } = await get(await given(bytes, 'a.bin'), { range })

      expect([status, body.error]).toEqual([416, 'RangeNotSatisfiable'])
      expect(headers['content-range']).toBe('bytes */5006')
      expect(headers.etag).toBeUndefined()
    },
  )

  test.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=5-2', 'bytes=a-b', 'bytes=-', 'bytes 0-5'])(
    'that is several or none gets the whole file: %s',
    async (range) => {
      const { status, bytes } = await get(await given(png, 'knot.png'), { range })
      expect([status, bytes.length]).toEqual([200, png.length])
    },
  )

  test('of a file that has changed since gets the whole file', async () => {
    const path = await given(png, 'knot.png')
    const { headers } = await get(path)
    const range = 'bytes=0-9'
    const statuses = []
    for (const condition of [
      String(headers.etag),
      `W/${headers.etag}`,
      '"other"',
      'Thu, 01 Jan 2026 00:00:00 GMT',
    ])
      statuses.push((await get(path, { range, 'if-range': condition })).status)

    expect(statuses).toEqual([206, 200, 200, 200])
  })
})

describe('an address', () => {
  const altered = (path: string) => {
    const url = new URL(path, 'http://lyceum.test')
    const change = (name: string, value: string | undefined) => {
      const copy = new URL(url)
      if (value === undefined) copy.searchParams.delete(name)
      else copy.searchParams.set(name, value)
      return copy.pathname + copy.search
    }
    const signature = url.searchParams.get('signature') ?? ''
    return [
      change('until', String(Number(url.searchParams.get('until')) + 300)),
      change('until', undefined),
      change('until', 'NaN'),
      change('signature', undefined),
      change('signature', ''),
      change('signature', signature.slice(0, -2)),
      change('signature', `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
      `${change('signature', signature)}&signature=${signature}`,
      path.replace('knot.png', 'knot.html'),
    ]
  }

  test('that is altered, foreign or expired is refused alike, whether there is such a file or not', async () => {
    const stored = await given(png, 'knot.png')
    const absent = addressOf('0'.repeat(64), 'knot.png')
    await using other = await startApi({ keys: await makeKeys() })
    const foreign = addressOf(createHash('sha256').update(png).digest('hex'), 'knot.png', other)

    const refused = [
      ...altered(stored),
      ...altered(absent),
      foreign,
      '/media/x/y',
      '/media/%00/%00',
    ]
    const bodies = new Set<string>()
    for (const path of refused) {
      const { status, body, headers } = await get(path)
      const { requestId: _id, ...rest } = body
      bodies.add(JSON.stringify([status, rest]))
      expect([path, status, body.error]).toEqual([path, 403, 'MediaAddressExpired'])
      expect([headers.etag, headers['content-disposition']]).toEqual([undefined, undefined])
    }
    expect(bodies.size).toBe(1)
    expect((await get(absent)).body.error).toBe('MediaNotFound')
  })

  test('is the same for minutes, works for five at least and ten at most', async () => {
    await using api = await startApi()
    const path = await given(png, 'knot.png', api)
    const statuses: [number, number][] = []
    const sha256 = createHash('sha256').update(png).digest('hex')
    for (let minute = 0; minute <= 10; minute++) {
      statuses.push([minute, (await api.request(`GET ${path}`)).status])
      api.advance(60_000)
    }

    expect(statuses.slice(0, 5).map(([, status]) => status)).toEqual([200, 200, 200, 200, 200])
    expect(statuses.at(-1)).toEqual([10, 403])
    expect((await api.request(`GET ${addressOf(sha256, 'knot.png', api)}`)).status).toBe(200)
    const at = new Date('2026-11-23T10:01:00Z')
    const url = (seconds: number) =>
      api.deps.mediaUrls.urlOf({ sha256, name: 'a' }, new Date(at.getTime() + seconds * 1_000))
    expect(url(0)).toBe(url(239))
    expect(url(0)).not.toBe(url(240))
  })

  test('stays good when the keys rotate, until the old key is gone', async () => {
    const keys = await makeKeys()
    const [rotated, forgotten] = [await makeKeys(), await makeKeys()]
    await using before = await startApi({ keys })
    const path = await given(png, 'knot.png', before)
    const later = rotated.codes.map((code) => ({ ...code, version: 2 }))
    await using after = await startApi({ keys: { ...keys, codes: [...keys.codes, ...later] } })
    await using without = await startApi({ keys: { ...keys, codes: forgotten.codes } })
    const statusOf = async (on: Api, path: string) => (await on.request(`GET ${path}`)).status

    expect(await statusOf(after, path)).toBe(200)
    expect(await statusOf(without, path)).toBe(403)
    expect(await statusOf(before, addressOf('0'.repeat(64), 'a', after))).toBe(403)
    expect(await statusOf(after, addressOf('0'.repeat(64), 'a', after))).toBe(404)
  })

  test('is for reading only', async () => {
    const path = await given(png, 'knot.png')
    const { status, headers } = await api.request(`DELETE ${path}`)
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

test('a reader that takes nothing for a while is cut off, one that is slow is not', async () => {
  const [short, long] = [20_000_000, 100_000_000]
  const paths = [await given(randomBytes(short), 'a.bin'), await given(randomBytes(long), 'b.bin')]
  await using app = Fastify()
  mount(app, api.deps, 1_000)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const reads = async (path: string | undefined, pauseMilliseconds: number) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: lyceum.test\r\nconnection: close\r\n\r\n`)
    let [taken, since] = [0, 0]
    for await (const piece of socket) {
      taken += piece.length
      since += piece.length
      if (since < 7_000_000) continue
      since = 0
      await sleep(pauseMilliseconds)
    }
    return taken
  }

  expect(await reads(paths[0], 200)).toBeGreaterThan(short)
  // Allows for what is in the sockets' buffers, up to 32 MB on some machines.
  expect(await reads(paths[1], 4_000)).toBeLessThan(long)
})

test('readers who leave in the middle leave no open file, and hold up nobody', async () => {
  const path = await given(randomBytes(20_000_000), 'film.bin')
  await api.server.listen({ port: 0, host: '127.0.0.1' })
  const address = api.server.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const openFiles = async () => {
    const links = (await readdir('/proc/self/fd').catch(() => [])).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    )
    return (await Promise.all(links)).filter((link) => link.startsWith(folder)).length
  }

  for (let reader = 0; reader < 20; reader++) {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: lyceum.test\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
  }
  await expect.poll(openFiles).toBe(0)
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  expect((await answer.arrayBuffer()).byteLength).toBe(20_000_000)
})

test('a file that came into the database is shown, and collected, after the setting has changed', async () => {
  const bytes = randomBytes(100)
  const database = { ...inFolder, storage: { kind: 'database' as const } }
  await using before = await startApi({ config: { media: database } })
  const path = await given(bytes, 'a.bin', before)

  expect((await get(path)).bytes.equals(bytes)).toBe(true)
  await api.deps.db.execute(`update media set used_at = used_at - interval '25 hours'`)
  await collectMedia(api.deps)
  expect((await get(path)).body.error).toBe('MediaNotFound')
})

test('a file whose bytes are lost or elsewhere is unavailable, not gone', async () => {
  const bytes = randomBytes(100)
  const path = await given(bytes, 'a.bin')
  const elsewhere = { ...inFolder, storage: { kind: 'database' as const } }
  await using moved = await startApi({ config: { media: elsewhere }, logLines: [] })
  expect((await moved.request(`GET ${path}`)).body.error).toBe('ServiceUnavailable')

  for await (const names of api.deps.media.list())
    for (const name of names)
      if ((await api.deps.media.size(name)) === 100) await api.deps.media.remove(name)
  await using lost = await startApi({ config: { media: inFolder }, logLines: [] })
  expect((await lost.request(`GET ${path}`)).body.error).toBe('ServiceUnavailable')

  await given(bytes, 'a.bin', lost)
  expect((await lost.request(`GET ${path}`)).status).toBe(200)
})
