import { createRequire } from 'node:module'
import { z } from 'zod'
import { field } from '../../lib/schema.ts'

const require = createRequire(import.meta.url)

/** The longest difference in an answer, in characters. */
const maxPatchLength = 200_000

/** Bounds the comparison of texts that have little in common: it blocks the process. */
const patchOptions = {
  context: 3,
  maxEditLength: 5_000,
  timeout: 200,
}

export const TextPatch = z.object({
  key: field(z.string(), 'Key of the lesson', 'a-typed-client'),
  patch: field(
    z.string().nullable(),
    'The difference of the Markdown as a unified diff, empty when there is none; null ' +
      `when it is longer than ${maxPatchLength} characters, or the texts have too little ` +
      'in common',
    '@@ -1,1 +1,1 @@\n-Teh client\n+The client\n',
  ),
})
export type TextPatch = z.infer<typeof TextPatch>

interface LessonText {
  /** The lesson's key at that time; undefined if it did not exist. */
  key: string | undefined
  text: string
  /** Says where the text comes from. */
  label: string
}

/** Shows how the text of a lesson changed, as `diff -u` does. */
export function textPatch(before: LessonText, after: LessonText): TextPatch {
  const key = after.key ?? before.key ?? ''
  if (before.text === after.text) return { key, patch: '' }
  const nameOf = ({ key }: LessonText) => (key === undefined ? '/dev/null' : `${key}.md`)
  const { createTwoFilesPatch, FILE_HEADERS_ONLY }: typeof import('diff') = require('diff')
  const patch = createTwoFilesPatch(
    nameOf(before),
    nameOf(after),
    before.text,
    after.text,
    before.label,
    after.label,
    { ...patchOptions, headerOptions: FILE_HEADERS_ONLY },
  )
  return { key, patch: patch === undefined || patch.length > maxPatchLength ? null : patch }
}
