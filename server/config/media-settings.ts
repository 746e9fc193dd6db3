import { z } from 'zod'
import { nonEmpty, storageOf, webUrl } from './shapes.ts'

/** Bounds a file: every backup and replica of the database carries it. */
export const maxFileBytesInDatabase = 25_000_000
const defaultsOf = {
  database: { file: maxFileBytesInDatabase, course: 200_000_000 },
  elsewhere: { file: 2_000_000_000, course: 10_000_000_000 },
}

const bytes = z.coerce.number().int().min(1)

/** The settings of pictures, videos and files of courses, in the order of the documentation. */
export const mediaSettings = {
  MEDIA_STORAGE: z
    .enum(['database', 'folder', 's3'])
    .optional()
    .describe(
      'Where pictures, videos and files of courses are stored: in the database (small files only), ' +
        'in a folder or in an S3 bucket. Default: folder with the embedded database, otherwise ' +
        'database',
    ),
  MEDIA_FOLDER: nonEmpty
    .optional()
    .describe('Folder for these files with MEDIA_STORAGE=folder. Default: DATA_DIR/media'),
  MEDIA_S3_BUCKET: z
    .string()
    .min(3)
    .optional()
    .describe(
      'Bucket for these files with MEDIA_STORAGE=s3, used by nothing else. Credentials and region ' +
        'come from where the AWS tools look (AWS_ACCESS_KEY_ID, AWS_REGION, …)',
    ),
  MEDIA_S3_ENDPOINT: webUrl('https://s3.example.org')
    .optional()
    .describe(
      'URL of an S3 service other than AWS; its buckets are addressed by path. Browsers that ' +
        'upload to it must reach it, too',
    ),
  MEDIA_MAX_FILE_BYTES: bytes
    .optional()
    .describe(
      'Largest file of a course, in bytes; at most MEDIA_MAX_COURSE_BYTES. Default: 2000000000 ' +
        `(with MEDIA_STORAGE=database ${maxFileBytesInDatabase}, which is the most that it takes)`,
    ),
  MEDIA_MAX_COURSE_BYTES: bytes
    .optional()
    .describe(
      'All files of one course together, in bytes. Default: 10000000000 (200000000 with ' +
        'MEDIA_STORAGE=database)',
    ),
}

type MediaSettings = z.infer<z.ZodObject<typeof mediaSettings>>

/** Reads the settings; `problems` has a sentence for each that contradicts a different one. */
export function readMediaConfig(
  settings: MediaSettings,
  { dataDir, isEmbedded }: { dataDir: string; isEmbedded: boolean },
) {
  const { MEDIA_STORAGE: given, MEDIA_S3_BUCKET: bucket } = settings
  // The embedded database lies on this machine's disk: there a folder beside it is as safe.
  const kind = given ?? (isEmbedded ? 'folder' : 'database')
  const storage = storageOf({
    kind,
    folder: settings.MEDIA_FOLDER ?? `${dataDir}/media`,
    bucket,
    endpoint: settings.MEDIA_S3_ENDPOINT,
  })
  const defaults = kind === 'database' ? defaultsOf.database : defaultsOf.elsewhere
  const maxCourseBytes = settings.MEDIA_MAX_COURSE_BYTES ?? defaults.course
  const maxFileBytes = settings.MEDIA_MAX_FILE_BYTES ?? Math.min(defaults.file, maxCourseBytes)
  const problems: string[] = []
  if (kind === 's3' && bucket === undefined)
    problems.push('MEDIA_S3_BUCKET: required with MEDIA_STORAGE=s3')
  if (kind === 'database' && maxFileBytes > maxFileBytesInDatabase)
    problems.push(
      `MEDIA_MAX_FILE_BYTES: at most ${maxFileBytesInDatabase} with MEDIA_STORAGE=database; ` +
        'set MEDIA_STORAGE to folder or s3 for larger files',
    )
  else if (maxFileBytes > maxCourseBytes)
    problems.push(
      `MEDIA_MAX_FILE_BYTES: more than a whole course may have (${maxCourseBytes}); lower it, or ` +
        'raise MEDIA_MAX_COURSE_BYTES',
    )
  return {
    problems,
    media: { storage, maxFileBytes, maxCourseBytes },
  }
}
