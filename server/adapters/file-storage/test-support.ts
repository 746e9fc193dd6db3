import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server that speaks what we use of S3: PUT, GET and DELETE of objects in one bucket, addressed
 * by path, and its errors.
 */
export interface LocalS3 extends AsyncDisposable {
  endpoint: string
  objects: Map<string, Buffer>
  /** The answers to the next requests. */
  trouble: ('503' | 'hang' | 'cut')[]
  requests: { method: string; path: string; authorization: string }[]
}

export async function startLocalS3(bucket: string): Promise<LocalS3> {
  const objects = new Map<string, Buffer>()
  const requests: LocalS3['requests'] = []
  const trouble: LocalS3['trouble'] = []

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = Buffer.concat(await request.toArray())
    const path = decodeURIComponent(new URL(url, 'http://s3').pathname)
    requests.push({ method, path, authorization: headers.authorization ?? '' })

    const next = trouble.shift()
    if (next === 'hang') return
    if (next === 'cut') return response.destroy()
    if (next === '503') return refuse(response, 503, 'SlowDown')
    if (
      !/^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/eu-test-1\/s3\/aws4_request,.*Signature=[\da-f]{64}$/u.test(
        headers.authorization ?? '',
      )
    )
      return refuse(response, 403, 'SignatureDoesNotMatch')
    const query = new URL(url, 'http://s3').searchParams
    if (method === 'GET' && query.get('list-type') === '2') return list(response, query)
    const [, name = ''] = new RegExp(`^/${bucket}/(.+)$`, 'u').exec(path) ?? []
    if (name === '') return refuse(response, 404, 'NoSuchBucket')

    if (method === 'PUT') {
      // The signature covers the hash of the body: what was changed on its way is refused.
      const declared = headers['x-amz-content-sha256']
      if (declared !== createHash('sha256').update(body).digest('hex'))
        return refuse(response, 400, 'XAmzContentSHA256Mismatch')
      objects.set(name, body)
      return response.writeHead(200, { etag: '"1"' }).end()
    }
    if (method === 'DELETE') {
      objects.delete(name)
      return response.writeHead(204).end()
    }
    const object = objects.get(name)
    if (object === undefined) return refuse(response, 404, 'NoSuchKey')
    return response
      .writeHead(200, { 'content-type': 'application/pdf', 'content-length': object.length })
      .end(object)
  })
  /** In pages, by name. */
  function list(response: ServerResponse, query: URLSearchParams): ServerResponse {
    const names = [...objects.keys()].sort()
    const start = Number(query.get('continuation-token') ?? 0)
    const end = start + Number(query.get('max-keys') ?? 1000)
    const contents = names
      .slice(start, end)
      .map((name) => `<Contents><Key>${name}</Key></Contents>`)
    const next = end < names.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : ''
    return response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${end < names.length}</IsTruncated>` +
          `${contents.join('')}${next}</ListBucketResult>`,
      )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    trouble,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
}
