import { z } from 'zod'
import { CourseFile, courseInput, FilePath } from '../../../../content/files/files-schema.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  named,
  namedInput,
  Revision,
} from '../../../../lib/schema.ts'
import { announcedFile } from '../../courses/uploads/schema.ts'

const uploadInput = {
  ...courseInput,
  uploadId: field(IdInPath, 'The upload', exampleIds.lesson),
}

export const StartUploadInput = namedInput('StartUploadInput', 'A file to upload', {
  ...courseInput,
  name: FilePath,
  ...announcedFile,
})
export type StartUploadInput = z.infer<typeof StartUploadInput>

export const UploadInput = z.strictObject(uploadInput)
export type UploadInput = z.infer<typeof UploadInput>

export const UploadedFile = named('UploadedFile', 'A file that was uploaded', {
  file: CourseFile.describe('The file in the course'),
  draftRevision: Revision.describe('The revision of the draft that has it'),
})
export type UploadedFile = z.infer<typeof UploadedFile>

export const CanceledUpload = named('CanceledUpload', 'The upload that is no more', {
  id: field(Id, 'The upload', exampleIds.lesson),
})
export type CanceledUpload = z.infer<typeof CanceledUpload>

export const RemoveFileInput = namedInput('RemoveFileInput', 'A file to remove', {
  ...courseInput,
  path: field(
    z
      .string()
      .min(1)
      .max(300)
      .refine(
        (path) => path.isWellFormed() && !path.includes('\0'),
        'holds characters that are not text',
      ),
    'Path of the file in the course',
    'img/knot.png',
  ),
})
export type RemoveFileInput = z.infer<typeof RemoveFileInput>

export const RemovedFile = named('RemovedFile', 'The file that the draft no longer has', {
  path: field(z.string(), 'Path that the file had', 'img/knot.png'),
  draftRevision: Revision.describe('The revision of the draft without it'),
})
export type RemovedFile = z.infer<typeof RemovedFile>
