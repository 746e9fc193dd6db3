import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { appendFile, rename, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * A server that speaks the part of S3 that we use: objects in one bucket, addressed by path, whole
 * or in parts, ranges, signed requests, and its errors. It keeps the bytes in files, not in memory.
 */
export interface LocalS3 extends AsyncDisposable {
  endpoint: string
  objects: Objects
  /** Answers to the next requests. */
  trouble: ('503' | 'hang' | 'cut' | 'none')[]
  requests: { method: string; path: string; authorization: string }[]
  /** Lists uploads in parts that are neither joined nor dropped. */
  openUploads(): string[]
}

interface StoredObject {
  file: string
  size: number
}

/** The content of the bucket. */
export class Objects {
  readonly #files = new Map<string, StoredObject>()
  get(name: string): Buffer | undefined {
    const found = this.#files.get(name)
    return found && readFileSync(found.file)
  }
  find(name: string): StoredObject | undefined {
    return this.#files.get(name)
  }
  set(name: string, object: StoredObject): void {
    this.#files.set(name, object)
  }
  delete(name: string): void {
    this.#files.delete(name)
  }
  keys(): string[] {
    return [...this.#files.keys()]
  }
  values(): Buffer[] {
    return this.keys().flatMap((name) => this.get(name) ?? [])
  }
}

interface PartialUpload {
  name: string
  begunAt: Date
  parts: Map<number, StoredObject & { etag: string }>
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

export async function startLocalS3(bucket: string): Promise<LocalS3> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-s3-'))
  const objects = new Objects()
  const uploads = new Map<string, PartialUpload>()
  const requests: LocalS3['requests'] = []
  const trouble: LocalS3['trouble'] = []

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal)) return void response.destroy()
      request.resume()
      if (response.headersSent) response.destroy()
      else refuse(response, error.status, error.message)
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { method = '', url = '', headers } = request
    const { pathname, searchParams: query } = new URL(url, 'http://s3')
    const path = decodeURIComponent(pathname)
    requests.push({ method, path, authorization: headers.authorization ?? '' })

    const next = trouble.shift()
    if (next === 'hang') return
    if (next === 'cut') return response.destroy()
    if (next === '503') throw new Refusal(503, 'SlowDown')
    requireSignature(request)
    if (method === 'GET' && query.get('list-type') === '2') return list(response, query)
    if (method === 'GET' && query.has('uploads')) return listUploads(response)
    const [, name = ''] = new RegExp(`^/${bucket}/(.+)$`, 'u').exec(path) ?? []
    if (name === '') throw new Refusal(404, 'NoSuchBucket')
    const uploadId = query.get('uploadId')
    if (uploadId !== null) return answerUpload({ request, response, query, uploadId })
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { name, begunAt: new Date(), parts: new Map() })
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId>`)
    }
    if (method === 'PUT') {
      objects.set(name, await receive(request))
      return response.writeHead(200, { etag: '"1"' }).end()
    }
    if (method === 'DELETE') {
      objects.delete(name)
      return response.writeHead(204).end()
    }
    const object = objects.find(name)
    if (object === undefined) throw new Refusal(404, 'NoSuchKey')
    return sendObject(request, response, object)
  }

  async function answerUpload({
    request,
    response,
    query,
    uploadId,
  }: {
    request: IncomingMessage
    response: ServerResponse
    query: URLSearchParams
    uploadId: string
  }): Promise<unknown> {
    const upload = uploads.get(uploadId)
    if (upload === undefined) throw new Refusal(404, 'NoSuchUpload')
    const { parts } = upload
    if (request.method === 'PUT') {
      const part = await receive(request)
      const etag = `"${randomUUID()}"`
      parts.set(Number(query.get('partNumber')), { ...part, etag })
      return response.writeHead(200, { etag }).end()
    }
    if (request.method === 'GET') {
      const listed = [...parts].sort(([one], [other]) => one - other)
      const lines = listed.map(
        ([number, { etag, size }]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${size}</Size></Part>`,
      )
      return xml(response, `<ListPartsResult>${lines.join('')}<IsTruncated>false</IsTruncated>`)
    }
    uploads.delete(uploadId)
    if (request.method === 'DELETE') return response.writeHead(204).end()

    const body = String(Buffer.concat(await request.toArray()))
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, one]) => one)
    const file = join(folder, randomUUID())
    let size = 0
    for (const number of named) {
      const part = parts.get(Number(number))
      if (part === undefined) throw new Refusal(400, 'InvalidPart')
      await pipeline(createReadStream(part.file), createWriteStream(file, { flags: 'a' }))
      await rm(part.file)
      size += part.size
    }
    objects.set(upload.name, { file, size })
    return xml(response, '<CompleteMultipartUploadResult><ETag>"1-1"</ETag>')
  }

  /** Receives a body, whose hash the signature covers: what was changed on its way is refused. */
  async function receive(request: IncomingMessage): Promise<StoredObject> {
    const file = join(folder, randomUUID())
    await appendFile(file, '')
    const hash = createHash('sha256')
    async function* hashed() {
      for await (const piece of request) {
        hash.update(piece)
        yield piece
      }
    }
    await pipeline(hashed, createWriteStream(`${file}.partial`))
    await rename(`${file}.partial`, file)
    const digest = hash.digest()
    const declared = request.headers['x-amz-content-sha256']
    const checksum = request.headers['x-amz-checksum-sha256']
    if (declared !== undefined && declared !== digest.toString('hex'))
      throw new Refusal(400, 'XAmzContentSHA256Mismatch')
    if (checksum !== undefined && checksum !== digest.toString('base64'))
      throw new Refusal(400, 'BadDigest')
    return { file, size: (await stat(file)).size }
  }

  /** Lists objects by name, in pages. */
  function list(response: ServerResponse, query: URLSearchParams): void {
    const names = objects.keys().sort()
    const start = Number(query.get('continuation-token') ?? 0)
    const end = start + Number(query.get('max-keys') ?? 1000)
    const contents = names
      .slice(start, end)
      .map((name) => `<Contents><Key>${name}</Key></Contents>`)
    const next = end < names.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : ''
    xml(
      response,
      `<ListBucketResult><IsTruncated>${end < names.length}</IsTruncated>` +
        `${contents.join('')}${next}`,
    )
  }

  function listUploads(response: ServerResponse): void {
    const open = [...uploads].map(
      ([id, { name, begunAt }]) =>
        `<Upload><Key>${name}</Key><UploadId>${id}</UploadId>` +
        `<Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    )
    xml(response, `<ListMultipartUploadsResult>${open.join('')}<IsTruncated>false</IsTruncated>`)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    trouble,
    openUploads: () => [...uploads.values()].map(({ name }) => name),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Checks AWS Signature Version 4, in the header or the URL. */
function requireSignature({ method = '', url = '', headers }: IncomingMessage): void {
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const inHeader =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/u.exec(
      headers.authorization ?? '',
    )
  const signature = inHeader?.[3] ?? searchParams.get('X-Amz-Signature') ?? ''
  const names = inHeader?.[2] ?? searchParams.get('X-Amz-SignedHeaders') ?? ''
  const scope = inHeader?.[1] ?? searchParams.get('X-Amz-Credential') ?? ''
  const at = String(headers['x-amz-date'] ?? searchParams.get('X-Amz-Date') ?? '')
  const day = at.slice(0, 8)
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const payload =
    headers['x-amz-content-sha256'] ??
    searchParams.get('X-Amz-Content-Sha256') ??
    'UNSIGNED-PAYLOAD'
  const canonical = [method, pathname, query, lines.join(''), names, payload].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    at,
    `${day}/eu-test-1/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const key = [day, 'eu-test-1', 's3', 'aws4_request'].reduce<string | Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    'AWS4test-secret',
  )
  const isOurs =
    scope === `test-key/${day}/eu-test-1/s3/aws4_request` &&
    signature === createHmac('sha256', key).update(toSign).digest('hex')
  if (!isOurs) throw new Refusal(403, 'SignatureDoesNotMatch')
}

function sendObject(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { file, size }: StoredObject,
): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const start = Number(first ?? 0)
  const end = Math.min(Number(last ?? size - 1), size - 1)
  response.writeHead(first === undefined ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'content-length': end - start + 1,
    ...(first !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  if (method === 'HEAD' || size === 0) return void response.end()
  pipeline(createReadStream(file, { start, end }), response).catch(() => undefined)
}

/** Sends `content`, whose root element stays open. */
function xml(response: ServerResponse, content: string): void {
  const [, root = ''] = /^<(\w+)>/.exec(content) ?? []
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?>${content}</${root}>`)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
}
