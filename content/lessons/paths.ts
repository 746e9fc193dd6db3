import { z } from 'zod'
import { must } from '../../lib/fields/field-schemas.ts'
import { field } from '../../lib/schema.ts'
import { faultOfPath } from '../files/file-path.ts'
import { FilePath } from '../files/files-schema.ts'

/** The address of an outside page or file, which the learner's browser opens. */
export const OutsideUrl = field(
  z
    .string()
    .max(2000)
    .refine(isOutsideUrl, {
      message: 'must be an address that begins with https:// or http://, without a user name in it',
      params: { code: 'url' },
    }),
  'An address elsewhere',
  'https://example.org/a-typed-client',
)

function isOutsideUrl(text: string): boolean {
  if (!/^https?:\/\//iu.test(text) || /[\s\p{Cc}\p{Cs}]/u.test(text) || !URL.canParse(text))
    return false
  const { username, password, hostname } = new URL(text)
  return username === '' && password === '' && hostname !== ''
}

export const FileOrUrl = z.union(
  [z.strictObject({ file: FilePath }), z.strictObject({ url: OutsideUrl })],
  'must have either a `file` of the course or a `url`',
)

const addressWords = 'must be an address like https://example.org/page, without a user name in it'
/** An outside address in course.yaml. */
export const Address = z
  .string(must('be an address, like https://example.org/page'))
  .refine((address) => OutsideUrl.safeParse(address).success, addressWords)

/** A file of the course by its path in the folder. */
export const PathInFolder = z
  .string(must("be a file's path from the top of the folder, like img/knot.png"))
  .overwrite((path) => path.normalize('NFC'))
  .superRefine((path, check) => {
    const message = faultOfPath(path)
    if (message !== undefined) check.addIssue({ code: 'custom', message })
  })

const sourceWords = 'must be { file: a path } or { url: an address }'
export const FileOrUrlInFolder = z.union(
  [z.strictObject({ file: PathInFolder }), z.strictObject({ url: Address })],
  sourceWords,
)
