import { z } from 'zod'
import { faultOfPath } from '../../../../content/files/file-path.ts'
import {
  CourseFile,
  courseInput,
  exampleCursor,
  FilePath,
} from '../../../../content/files/files-schema.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  listOf,
  named,
  namedInput,
  pageInput,
  Revision,
  rawText,
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

const storedPath = field(
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
)

export const RemoveFileInput = namedInput('RemoveFileInput', 'A file to remove', {
  ...courseInput,
  path: storedPath,
})
export type RemoveFileInput = z.infer<typeof RemoveFileInput>

export const RemovedFile = named('RemovedFile', 'The file that the draft no longer has', {
  path: field(z.string(), 'Path that the file had', 'img/knot.png'),
  draftRevision: Revision.describe('The revision of the draft without it'),
})
export type RemovedFile = z.infer<typeof RemovedFile>

/** The most places of a file that an answer names. */
export const maxUses = 20

const FileUse = named('FileUse', 'A place of the draft that names a file', {
  lessonKey: field(z.string().nullable(), 'The lesson; null: the course itself', 'tie-a-knot'),
  title: field(z.string(), 'Title of the lesson, or of the course', 'Tie a knot'),
})
export type FileUse = z.infer<typeof FileUse>

const ListedFile = CourseFile.extend({
  uses: field(z.int().nullable(), 'In how many places the draft names it; null: not asked for', 1),
  usedIn: z
    .array(FileUse)
    .nullable()
    .describe(`The first ${maxUses} of these places; null: not asked for`),
}).meta({ id: 'ListedFile', description: 'A file in the list of those of a course' })

export const CourseFileList = listOf(
  ListedFile,
  'The files of a course, in the order of their paths',
)
export type CourseFileList = z.infer<typeof CourseFileList>

export const ListFilesInput = z.strictObject({
  ...courseInput,
  q: field(rawText(300).optional(), 'Only files whose path holds this, in whatever case', 'knot'),
  kind: z
    .enum(['image', 'video', 'audio', 'text', 'application'])
    .optional()
    .describe('Only files whose media type begins with this'),
  withUses: z
    .boolean()
    .default(false)
    .describe('true says where the draft names each file; false spares reading its texts'),
  limit: pageInput.limit,
  cursor: field(
    rawText(1700)
      .refine(
        (cursor) => faultOfPath(Buffer.from(cursor, 'base64url').toString('utf8')) === undefined,
        'is not a nextCursor of this list',
      )
      .optional(),
    'Where the page starts: `nextCursor` of the previous page',
    exampleCursor,
  ),
})
export type ListFilesInput = z.infer<typeof ListFilesInput>

export const RenameFileInput = namedInput('RenameFileInput', 'A file, and its new path', {
  ...courseInput,
  path: storedPath,
  newPath: FilePath.describe('The path that it gets, which no other file has'),
})
export type RenameFileInput = z.infer<typeof RenameFileInput>

export const RenamedFile = named('RenamedFile', 'The file under its new path', {
  path: field(z.string(), 'The path that it has now', 'img/reef-knot.png'),
  uses: field(z.int(), 'In how many places the draft names it', 1),
  draftRevision: Revision.describe('The revision of the draft that names it so'),
})
export type RenamedFile = z.infer<typeof RenamedFile>
