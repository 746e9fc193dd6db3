import { createHash } from 'node:crypto'
import type { Answer, Api } from '../../../test/api.ts'
import type { Upload } from '../../courses/uploads/schema.ts'
import type { UploadedFile } from './schema.ts'

type Sender = { token: string }

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns a client of REST that uploads files to one course. */
export function uploaderOf(api: Api, { token }: Sender, { courseId }: { courseId: string }) {
  const folder = `/api/v1/authoring/courses/${courseId}`
  const send = (route: string, body?: object) =>
    api.request(route.replace(' ', ` ${folder}`), { token, ...(body !== undefined && { body }) })
  const start = (name: string, bytes: Uint8Array, changes: object = {}) =>
    send('POST /uploads', { name, bytes: bytes.length, sha256: sha256Of(bytes), ...changes })

  /** Sends raw bytes to any address. */
  function sendBytes(
    id: string,
    bytes: Uint8Array,
    { from = 0, whole = bytes.length, range = '' } = {},
  ): Promise<Answer> {
    const contentRange = range || `bytes ${from}-${from + bytes.length - 1}/${whole}`
    return api.request(`PUT ${folder}/uploads/${id}/bytes`, {
      token,
      body: Buffer.from(bytes),
      headers: { 'content-type': 'application/octet-stream', 'content-range': contentRange },
    })
  }

  return {
    start,
    sendBytes,
    get: (id: string) => send(`GET /uploads/${id}`),
    finish: (id: string) => send(`POST /uploads/${id}/finish`),
    cancel: (id: string) => send(`DELETE /uploads/${id}`),
    list: (query = '') => send(`GET /files${query}`),
    remove: (path: string) => send('DELETE /files', { path }),
    /** Takes all steps, as a client does. Throws if one is refused. */
    upload: async (name: string, bytes: Uint8Array): Promise<UploadedFile> => {
      const started = await start(name, bytes)
      let upload: Upload = started.body
      while (upload.part) {
        const { from, bytes: length } = upload.part
        const sent = await sendBytes(upload.id, bytes.subarray(from, from + length), {
          from,
          whole: bytes.length,
        })
        if (sent.status !== 200) throw new Error(sent.text)
        upload = (await send(`GET /uploads/${upload.id}`)).body
      }
      const done = await send(`POST /uploads/${upload.id}/finish`)
      if (done.status !== 200) throw new Error(done.text)
      return done.body
    },
  }
}

/** The smallest picture: one transparent pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Returns a unique picture: the pixel with a suffix that viewers ignore. */
export function givenPicture(text: string): Buffer {
  return Buffer.concat([pixel, Buffer.from(text)])
}
