import { z } from 'zod'

const address = 'https://lyceum.example.com/media/9f86d081…/knot'

export const LessonHtml = z
  .enum(['none', 'basic'])
  .describe(
    'HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown',
  )

export const LessonPrerequisites = z.array(z.string()).meta({
  description: 'Keys of lessons of the course to take before it',
  examples: [['signing-in']],
})

/** The video of a lesson as players take it: files by addresses that last for some minutes. */
export const LessonVideo = z
  .object({
    sources: z
      .array(
        z.object({
          url: z.string().meta({
            description: 'Of the file, for some minutes; or an address elsewhere',
            examples: [`${address}.webm?until=1764000000&signature=…`],
          }),
          type: z
            .string()
            .nullable()
            .meta({
              description: 'Media type; `video/youtube` for an address of YouTube; null: not known',
              examples: ['video/webm'],
            }),
        }),
      )
      .describe('The same video in several formats, the best first'),
    poster: z
      .string()
      .nullable()
      .meta({
        description: 'Address of a picture to show before it plays; null for none',
        examples: [`${address}.png?until=1764000000&signature=…`],
      }),
    captions: z
      .array(
        z.object({
          language: z.string().meta({ description: 'BCP 47', examples: ['en'] }),
          label: z
            .string()
            .nullable()
            .meta({ description: 'Its name; null for none', examples: ['English'] }),
          url: z.string().meta({
            description: 'Address of a WebVTT file',
            examples: [`${address}.en.vtt?until=1764000000&signature=…`],
          }),
        }),
      )
      .describe('Subtitles by language'),
    seconds: z
      .int()
      .nullable()
      .meta({ description: 'Its length; null: not known', examples: [240] }),
    transcript: z
      .string()
      .nullable()
      .meta({
        description: 'Transcript, in Markdown; null for none',
        examples: ['Take the end in your left hand.'],
      }),
  })
  .meta({ id: 'LessonVideo', description: 'A video with its captions' })

export const LessonFile = z
  .object({
    url: z.string().meta({
      description: 'Address of the file, for some minutes',
      examples: [`${address}.pdf?until=1764000000&signature=…`],
    }),
    name: z.string().meta({ description: 'Name of the file', examples: ['knot.pdf'] }),
    type: z
      .string()
      .meta({ description: 'Media type, decided by its bytes', examples: ['application/pdf'] }),
    size: z.int().meta({ description: 'In bytes', examples: [48_213] }),
  })
  .meta({ id: 'LessonFile', description: 'A file to read or to download' })

export const LessonLink = z
  .object({
    url: z.string().meta({
      description: 'Address of the page: https or http',
      examples: ['https://example.org/a-typed-client'],
    }),
  })
  .meta({ id: 'LessonLink', description: 'An outside page' })
