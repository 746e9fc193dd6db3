import { z } from 'zod'
import { tidyMarkdown } from '../../../lib/markdown/tidy.ts'
import { line } from '../../../lib/schema.ts'
import { FilePath } from '../../courses/media/files-schema.ts'

const maxTranscriptLength = 100_000
const maxSeconds = 86_400

/** The address of an outside page or file, which the browser of a learner opens. */
export const OutsideUrl = z
  .string()
  .max(2000)
  .refine(
    isOutsideUrl,
    'must be an address that begins with https:// or http://, without a user name in it',
  )
  .meta({ description: 'An address elsewhere', examples: ['https://example.org/a-typed-client'] })

function isOutsideUrl(text: string): boolean {
  if (!/^https?:\/\//iu.test(text) || /[\s\p{Cc}\p{Cs}]/u.test(text) || !URL.canParse(text))
    return false
  const { username, password, hostname } = new URL(text)
  return username === '' && password === '' && hostname !== ''
}

const FileOrUrl = z.union(
  [z.strictObject({ file: FilePath }), z.strictObject({ url: OutsideUrl })],
  'must have either a `file` of the course or a `url`',
)

const Markdown = z
  .string()
  .overwrite(tidyMarkdown)
  .max(maxTranscriptLength)
  .refine(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'holds characters that are not text',
  )

const label = line(100)
  .nullable()
  .meta({ description: 'Its name', examples: ['English'] })
const caption = z.object({
  language: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag, like en or pt-BR')
    .meta({ description: 'BCP 47', examples: ['en'] }),
  label,
  file: FilePath.meta({ description: 'WebVTT: path in the course', examples: ['knot.en.vtt'] }),
})

const video = {
  sources: z
    .array(FileOrUrl)
    .min(1)
    .max(10)
    .meta({
      description: 'The same video in several formats, the best first',
      examples: [[{ file: 'knot.webm' }]],
    }),
  poster: FilePath.nullable().meta({
    description: 'A picture to show before it plays',
    examples: ['img/knot.png'],
  }),
  captions: z.array(caption).max(50).describe('Subtitles by language'),
  seconds: z
    .int()
    .min(1)
    .max(maxSeconds)
    .nullable()
    .meta({ description: 'Its length; null: not known', examples: [240] }),
  transcript: Markdown.nullable().meta({
    description: 'Transcript, in Markdown',
    examples: ['Take the end in your left hand.'],
  }),
}

export const DraftVideo = z
  .object(video)
  .meta({ id: 'DraftVideo', description: 'The video of a lesson, with files by their paths' })

/** As it is written: what is absent is null, or an empty list. */
export const DraftVideoInput = z
  .object({
    sources: video.sources,
    poster: video.poster.default(null),
    captions: z
      .array(caption.extend({ label: label.default(null) }))
      .max(50)
      .default([])
      .describe('Subtitles by language'),
    seconds: video.seconds.default(null),
    transcript: video.transcript.default(null),
  })
  .meta({ id: 'DraftVideoInput', description: 'The video of a lesson, with files by their paths' })

export const DraftFile = z
  .object({ file: FilePath })
  .meta({ id: 'DraftFile', description: 'A file of the course to read or to download' })

export const DraftLink = z
  .object({ url: OutsideUrl })
  .meta({ id: 'DraftLink', description: 'An outside page' })
