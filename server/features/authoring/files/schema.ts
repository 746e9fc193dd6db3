import { z } from 'zod'
import { CourseFile, courseInput, FilePath } from '../../../../content/files/files-schema.ts'
import { exampleIds, field, Id, IdInPath, Revision } from '../../../../lib/schema.ts'
import { announcedFile } from '../../courses/uploads/schema.ts'

const uploadInput = {
  ...courseInput,
  uploadId: field(IdInPath, 'The upload', exampleIds.lesson),
}

export const StartUploadInput = z
  .strictObject({
    ...courseInput,
    name: FilePath,
    ...announcedFile,
  })
  .meta({ id: 'StartUploadInput', description: 'A file to upload' })
export type StartUploadInput = z.infer<typeof StartUploadInput>

export const UploadInput = z.strictObject(uploadInput)
export type UploadInput = z.infer<typeof UploadInput>

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
