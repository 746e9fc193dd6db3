import { z } from 'zod'
import { exampleIds, field, Id, IdInPath, Instant, Revision } from '../../../lib/schema.ts'
import {
  CourseFile,
  courseInput,
  exampleSha256,
  FilePath,
} from '../../courses/media/files-schema.ts'

/** At most; the settings usually allow less. */
const maxBytes = 5_000_000_000_000

const uploadInput = {
  ...courseInput,
  uploadId: field(IdInPath, 'The upload', exampleIds.lesson),
}

export const StartUploadInput = z
  .strictObject({
    ...courseInput,
    name: FilePath,
    bytes: field(z.int().min(1).max(maxBytes), 'Size of the file', 48_213),
    type: z
      .string()
      .max(200)
      .regex(/^[\w.+/;= "-]*$/, 'must be a media type, like image/png')
      .default('')
      .meta({
        description:
          'Its media type as you know it; empty if you do not. What counts is what its bytes show',
        examples: ['image/png'],
      }),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
      .toLowerCase()
      .meta({ description: 'SHA-256 of its bytes, hexadecimal', examples: [exampleSha256] }),
  })
  .meta({ id: 'StartUploadInput', description: 'A file to upload' })
export type StartUploadInput = z.infer<typeof StartUploadInput>

export const UploadInput = z.strictObject(uploadInput)
export type UploadInput = z.infer<typeof UploadInput>

export const UploadPart = z
  .object({
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
  .meta({ id: 'UploadPart', description: 'The next request with bytes of an upload' })

export const Upload = z
  .object({
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
  .meta({ id: 'Upload', description: 'A file on its way into a course' })
export type Upload = z.infer<typeof Upload>

export const UploadedFile = z
  .object({
    file: CourseFile.describe('The file in the course'),
    draftRevision: Revision.describe('The revision of the draft that has it'),
  })
  .meta({ id: 'UploadedFile', description: 'A file that was uploaded' })
export type UploadedFile = z.infer<typeof UploadedFile>

export const CanceledUpload = z
  .object({ id: field(Id, 'The upload', exampleIds.lesson) })
  .meta({ id: 'CanceledUpload', description: 'The upload that is no more' })
export type CanceledUpload = z.infer<typeof CanceledUpload>

export const RemoveFileInput = z
  .strictObject({
    ...courseInput,
    path: z
      .string()
      .min(1)
      .max(300)
      .refine(
        (path) => path.isWellFormed() && !path.includes('\0'),
        'holds characters that are not text',
      )
      .meta({ description: 'Path of the file in the course', examples: ['img/knot.png'] }),
  })
  .meta({ id: 'RemoveFileInput', description: 'A file to remove' })
export type RemoveFileInput = z.infer<typeof RemoveFileInput>

export const RemovedFile = z
  .object({
    path: field(z.string(), 'Path that the file had', 'img/knot.png'),
    draftRevision: Revision.describe('The revision of the draft without it'),
  })
  .meta({ id: 'RemovedFile', description: 'The file that the draft no longer has' })
export type RemovedFile = z.infer<typeof RemovedFile>
