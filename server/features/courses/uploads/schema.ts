import { z } from 'zod'
import { exampleSha256 } from '../../../../content/files/files-schema.ts'
import { exampleIds, field, Id, Instant, named } from '../../../../lib/schema.ts'

/** Upper bound; the settings usually allow less. */
const maxBytes = 5_000_000_000_000

/** Facts of a file, announced before its bytes come. */
export const announcedFile = {
  bytes: field(z.int().min(1).max(maxBytes), 'Size of the file', 48_213),
  type: field(
    z
      .string()
      .max(200)
      .regex(/^[\w.+/;= "-]*$/, 'must be a media type, like image/png')
      .default(''),
    'Its media type as you know it; empty if you do not. What counts is what its bytes show',
    'image/png',
  ),
  sha256: field(
    z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
      .toLowerCase(),
    'SHA-256 of its bytes, hexadecimal',
    exampleSha256,
  ),
}

export const UploadPart = named('UploadPart', 'The next request with bytes of an upload', {
  url: field(
    z.string(),
    'Where to send the bytes. A path (it begins with /) is of this service and needs your ' +
      'token; an address of a different host must not get it',
    `/api/v1/authoring/courses/${exampleIds.course}/uploads/${exampleIds.lesson}/bytes`,
  ),
  method: z.literal('PUT').describe('Always PUT'),
  headers: z.record(z.string(), z.string()).meta({
    description: 'To send as they are',
    examples: [{ 'content-range': 'bytes 0-48212/48213' }],
  }),
  from: field(z.int(), 'The first byte to send, from 0', 0),
  bytes: field(z.int(), 'Number of bytes to send', 48_213),
})

export const Upload = named('Upload', 'A file on its way into a course', {
  id: field(Id, 'The upload', exampleIds.lesson),
  name: field(z.string(), 'Path of the file in the course', 'img/knot.png'),
  bytes: field(z.int(), 'Size of the file', 48_213),
  state: z
    .enum(['open', 'stored', 'finished'])
    .describe(
      'open: send the `part`; stored: all bytes are there, finish it; finished: the file is in ' +
        'the course',
    ),
  received: field(z.int(), 'Number of bytes that have arrived', 0),
  part: UploadPart.nullable().describe(
    'The next bytes to send; then read the upload again. Null when all are there',
  ),
  expiresAt: Instant.describe('When the upload is forgotten'),
})
export type Upload = z.infer<typeof Upload>
