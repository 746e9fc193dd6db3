import { z } from 'zod'
import { FileName, must, text } from '../../lib/fields/field-schemas.ts'
import { field, LanguageTag, line, named, namedInput } from '../../lib/schema.ts'
import { FilePath } from '../files/files-schema.ts'
import { tidyMarkdown } from '../markdown/tidy.ts'
import type { Addresses, LessonTypeParts, OwnParts } from './lesson-type.ts'
import { FileOrUrl, FileOrUrlInFolder, PathInFolder } from './paths.ts'

const maxTranscriptLength = 100_000
const maxSeconds = 86_400

const Markdown = z
  .string()
  .overwrite(tidyMarkdown)
  .max(maxTranscriptLength, `must be at most ${maxTranscriptLength} characters long`)
  .refine(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'holds characters that are not text',
  )

const label = field(line(100).nullable(), 'Its name', 'English')
const caption = z.strictObject({
  language: field(
    z
      .string()
      .max(35)
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag, like en or pt-BR'),
    'BCP 47',
    'en',
  ),
  label,
  file: FilePath.meta({ description: 'WebVTT: path in the course', examples: ['knot.en.vtt'] }),
})

const fields = {
  sources: field(
    z.array(FileOrUrl).min(1).max(10),
    'The same video in several formats, the best first',
    [{ file: 'knot.webm' }],
  ),
  poster: field(FilePath.nullable(), 'A picture to show before it plays', 'img/knot.png'),
  captions: z.array(caption).max(50).describe('Subtitles by language'),
  seconds: field(z.int().min(1).max(maxSeconds).nullable(), 'Its length; null: not known', 240),
  transcript: Markdown.nullable().meta({
    description: 'Transcript, in Markdown',
    examples: ['Take the end in your left hand.'],
  }),
}

const DraftVideo = namedInput(
  'DraftVideo',
  'The video of a lesson, with files by their paths',
  fields,
)

/** The input, where an absent field becomes null or an empty list. */
const DraftVideoInput = DraftVideo.extend({
  poster: fields.poster.default(null),
  captions: z
    .array(caption.extend({ label: label.default(null) }))
    .max(50)
    .default([])
    .describe('Subtitles by language'),
  seconds: fields.seconds.default(null),
  transcript: fields.transcript.default(null),
}).meta({ ...DraftVideo.meta(), id: 'DraftVideoInput' })

type Video = z.output<typeof DraftVideoInput>

const address = 'https://lyceum.example.com/media/9f86d081…/knot'

/** A lesson's video as players take it: files by addresses that are valid for some minutes. */
const LessonVideo = named('LessonVideo', 'A video with its captions', {
  sources: z
    .array(
      z.object({
        url: z.string().meta({
          description: 'Of the file, for some minutes; or an address elsewhere',
          examples: [`${address}.webm?until=1764000000&signature=…`],
        }),
        type: field(
          z.string().nullable(),
          'Media type; `video/youtube` for an address of YouTube, `application/vnd.apple.mpegurl` for ' +
            'a stream (`.m3u8`); null: not known',
          'video/webm',
        ),
      }),
    )
    .describe('The same video in several formats, the best first'),
  poster: field(
    z.string().nullable(),
    'Address of a picture to show before it plays; null for none',
    `${address}.png?until=1764000000&signature=…`,
  ),
  captions: z
    .array(
      z.object({
        language: z.string().meta({ description: 'BCP 47', examples: ['en'] }),
        label: field(z.string().nullable(), 'Its name; null for none', 'English'),
        url: z.string().meta({
          description: 'Address of a WebVTT file',
          examples: [`${address}.en.vtt?until=1764000000&signature=…`],
        }),
      }),
    )
    .describe('Subtitles by language'),
  seconds: field(z.int().nullable(), 'Its length; null: not known', 240),
  transcript: field(
    z.string().nullable(),
    'Transcript, in Markdown; null for none',
    'Take the end in your left hand.',
  ),
})

const CaptionInFolder = z.strictObject(
  {
    language: LanguageTag,
    label: text(100).nullable().default(null),
    file: PathInFolder,
  },
  must('have fields, like { language: en, label: English, file: knot.en.vtt }'),
)

const VideoInFolder = z.strictObject(
  {
    sources: z
      .array(FileOrUrlInFolder, must('be a list of sources'))
      .min(1, 'are empty: a video needs at least one')
      .max(10, 'are too many: at most 10 are allowed'),
    poster: PathInFolder.nullable().default(null),
    captions: z
      .array(CaptionInFolder, must('be a list of captions'))
      .max(50, 'are too many: at most 50 are allowed')
      .default([]),
    seconds: z
      .int(must('be a whole number of seconds from 1 to 86400'))
      .min(1, 'must be a whole number of seconds from 1 to 86400')
      .max(86_400, 'must be a whole number of seconds from 1 to 86400')
      .nullable()
      .default(null),
    transcript: FileName.exactOptional(),
  },
  must('have fields, like sources: [{ file: knot.webm }]'),
)

export const video = {
  means: 'to watch',
  label: 'To watch',
  description: 'A lesson to watch',
  own: {
    isNeeded: false,
    written: DraftVideoInput,
    draft: DraftVideo.nullable().describe('The video; null if the text shows it'),
    shown: LessonVideo.nullable().describe('The video; null if the text shows it'),
    preview: LessonVideo.nullable().describe('null: the text shows it'),
    field: 'video' as const,
    inFolder: VideoInFolder,
    toFolder,
    show,
    withPaths: (video, pathOf) => ({
      ...video,
      sources: video.sources.map((source) =>
        'file' in source ? { file: pathOf(source.file) } : source,
      ),
      poster: video.poster && pathOf(video.poster),
      captions: video.captions.map((caption) => ({ ...caption, file: pathOf(caption.file) })),
    }),
  } satisfies OwnParts<Video>,
} satisfies LessonTypeParts

function show({ sources, poster, captions, seconds, transcript }: Video, to: Addresses) {
  return {
    sources: sources.flatMap((source) => {
      if ('url' in source)
        return source.url === '' ? [] : { url: source.url, type: typeOfPlayer(source.url) }
      const shown = to.fileOf(source.file)
      return shown === null ? [] : { url: shown.url, type: shown.type }
    }),
    poster: poster === null ? null : (to.urlOf(poster) ?? null),
    captions: captions.flatMap(({ language, label, file }) => {
      const url = to.urlOf(file)
      return url === undefined ? [] : { language, label, url }
    }),
    seconds,
    transcript: transcript && to.markdown(transcript),
  }
}

/** Returns the type by which players recognize a video that not every browser plays by itself. */
function typeOfPlayer(url: string): string | null {
  const { hostname, pathname } = URL.parse(url) ?? { hostname: '', pathname: '' }
  const isYoutube = /^(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com|youtu\.be)$/u.test(hostname)
  if (isYoutube) return 'video/youtube'
  return /\.m3u8$/iu.test(pathname) ? 'application/vnd.apple.mpegurl' : null
}

function toFolder({ sources, poster, captions, seconds }: Video) {
  return {
    sources: sources.map((source) =>
      'file' in source ? { file: source.file } : { url: source.url },
    ),
    ...(poster !== null && { poster }),
    ...(captions.length > 0 && {
      captions: captions.map(({ language, label, file }) => ({
        language,
        ...(label !== null && { label }),
        file,
      })),
    }),
    ...(seconds !== null && { seconds }),
  }
}
