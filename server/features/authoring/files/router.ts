import { memberProcedure, router } from '../../../trpc.ts'
import { Upload } from '../../courses/uploads/schema.ts'
import { cancelUpload, finishUpload } from './finish-upload.ts'
import { listFiles } from './list-files.ts'
import { removeFile } from './remove-file.ts'
import { renameFile } from './rename-file.ts'
import * as schema from './schema.ts'
import { getUpload, startUpload } from './start-upload.ts'

export const uploadsRouter = router({
  start: memberProcedure('write')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/uploads',
      summary: 'Begin to upload a file of a course',
      description:
        'Send the bytes as `part` says, read the upload again, send the next, and finish it. ' +
        'Content that the course has already is not sent again: so a file gets another path, too.',
      status: 201,
      errors: ['ManagedElsewhere', 'FileTooLarge', 'CourseFilesFull', 'TooManyUploads'],
      limits: ['uploadsPerAccount'],
    })
    .input(schema.StartUploadInput)
    .output(Upload)
    .mutation(({ ctx, input }) => startUpload(ctx, input)),

  get: memberProcedure('write')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/uploads/{uploadId}',
      summary: 'Show how far an upload is, and where the next bytes go',
      description: 'Also to go on with one that was interrupted.',
      errors: ['UploadNotFound'],
      noStore: true,
    })
    .input(schema.UploadInput)
    .output(Upload)
    .query(({ ctx, input }) => getUpload(ctx, input)),

  finish: memberProcedure('write')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/uploads/{uploadId}/finish',
      summary: 'Check an upload, and put its file into the course',
      description:
        'Its size and SHA-256 must be those that were announced. The draft changes, whichever ' +
        'revision it has: a file never overwrites a text, and of two files for the same path ' +
        'the last one stays. Finishing twice is like finishing once.',
      errors: [
        'UploadNotFound',
        'UploadOutOfStep',
        'FileMismatch',
        'FileTooLarge',
        'CourseFilesFull',
        'ManagedElsewhere',
      ],
      repeatable: true,
    })
    .input(schema.UploadInput)
    .output(schema.UploadedFile)
    .mutation(({ ctx, input }) => finishUpload(ctx, input)),

  cancel: memberProcedure('write')
    .meta({
      route: 'DELETE /api/v1/authoring/courses/{courseId}/uploads/{uploadId}',
      summary: 'Cancel an upload',
      errors: ['UploadNotFound'],
    })
    .input(schema.UploadInput)
    .output(schema.CanceledUpload)
    .mutation(({ ctx, input }) => cancelUpload(ctx, input)),
})

export const filesRouter = router({
  list: memberProcedure('read')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/files',
      summary: 'List the files of a course',
      description:
        'Pictures, videos and files as its draft sees them, in the order of paths; with ' +
        '`withUses` also where the draft names each.',
      noStore: true,
    })
    .input(schema.ListFilesInput)
    .output(schema.CourseFileList)
    .query(({ ctx, input }) => listFiles(ctx, input)),

  rename: memberProcedure('write')
    .meta({
      route: 'PATCH /api/v1/authoring/courses/{courseId}/files',
      summary: 'Give a file of a course another path',
      description:
        'Texts, videos, questions and the cover of the draft name it by its new path at once; ' +
        'the answer says where. Versions keep the path that they show. The draft changes, ' +
        'whichever revision it has, and so does the revision of each lesson that names the file.',
      errors: ['FileNotFound', 'ManagedElsewhere'],
    })
    .input(schema.RenameFileInput)
    .output(schema.RenamedFile)
    .mutation(({ ctx, input }) => renameFile(ctx, input)),

  remove: memberProcedure('write')
    .meta({
      route: 'DELETE /api/v1/authoring/courses/{courseId}/files',
      summary: 'Remove a file from a course',
      description:
        'From the draft: versions that show it keep it. The draft changes, whichever revision ' +
        'it has.',
      errors: ['FileNotFound', 'ManagedElsewhere'],
    })
    .input(schema.RemoveFileInput)
    .output(schema.RemovedFile)
    .mutation(({ ctx, input }) => removeFile(ctx, input)),
})
