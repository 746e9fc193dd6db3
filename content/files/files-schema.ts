import { z } from 'zod'
import { exampleIds, field, IdInPath, Instant, named } from '../../lib/schema.ts'
import { faultOfPath } from './file-path.ts'

export const courseInput = {
  courseId: field(IdInPath, 'The course', exampleIds.course),
}

export const exampleSha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

/** The path of a file as people write it. */
export const FilePath = z
  .string()
  .overwrite((path) => path.normalize('NFC'))
  .superRefine((path, check) => {
    const message = faultOfPath(path)
    if (message !== undefined) check.addIssue({ code: 'custom', message })
  })
  .meta({
    description: "Path from the course's root, with /: texts name the file by it",
    maxLength: 300,
    pattern: '^[^ /.\\n]([^:\\n]*[^ /.\\n])?$',
    examples: ['img/knot.png'],
  })

const file = {
  path: field(z.string(), "Path from the course's root: texts name the file by it", 'img/knot.png'),
  sha256: field(z.string(), 'SHA-256 of its bytes, hexadecimal', exampleSha256),
  bytes: field(z.int(), 'Its size', 48_213),
  type: field(z.string(), 'Its media type, decided by its bytes', 'image/png'),
  url: field(
    z.string(),
    'Where to get it, for at least five minutes; then read the list again',
    `https://api.example.com/media/${exampleSha256}/knot.png?until=1795340100&signature=…`,
  ),
  addedAt: Instant.describe('When it came to this path'),
}

export const CourseFile = named('CourseFile', 'A picture, video or file of a course', file)
export type CourseFile = z.infer<typeof CourseFile>

export const exampleCursor = Buffer.from('img/knot.png').toString('base64url')
