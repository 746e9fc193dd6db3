import { z } from 'zod'
import { must } from '../../lib/fields/field-schemas.ts'
import { field, named, namedInput } from '../../lib/schema.ts'
import { FilePath } from '../files/files-schema.ts'
import type { LessonTypeParts, OwnParts } from './lesson-type.ts'
import { PathInFolder } from './paths.ts'

const DraftFile = namedInput('DraftFile', 'A file of the course to read or to download', {
  file: FilePath,
})

const LessonFile = named('LessonFile', 'A file to read or to download', {
  url: field(
    z.string(),
    'Address of the file, for some minutes',
    'https://lyceum.example.com/media/9f86d081…/knot.pdf?until=1764000000&signature=…',
  ),
  name: z.string().meta({ description: 'Name of the file', examples: ['knot.pdf'] }),
  type: field(z.string(), 'Media type, decided by its bytes', 'application/pdf'),
  size: z.int().meta({ description: 'In bytes', examples: [48_213] }),
})

export const file = {
  means: 'to read or download',
  label: 'To read or to download',
  description: 'A file to read or to download',
  own: {
    isNeeded: true,
    written: DraftFile,
    draft: DraftFile.nullable().describe('The file; null: none is named yet'),
    shown: LessonFile,
    preview: LessonFile.nullable().describe('The file; null as long as the course has none'),
    field: 'document' as const,
    inFolder: z.strictObject(
      { file: PathInFolder },
      must('have a field, like { file: sheet.pdf }'),
    ),
    show: ({ file }, to) => to.fileOf(file),
    withPaths: ({ file }, pathOf) => ({ file: pathOf(file) }),
  } satisfies OwnParts<z.output<typeof DraftFile>>,
} satisfies LessonTypeParts
