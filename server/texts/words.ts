import { z } from 'zod'
import { rawText } from '../../lib/schema.ts'
import { mailPlaceholders, placeholdersIn } from './brand.ts'
import type { PageLanguage } from './texts.ts'
import { languages, mailKinds, pageLanguages, pageTextsIn } from './texts.ts'
import type { PageTexts as AllPageTexts, MailKind } from './types.ts'

/** One line of a school's own words, with these names in braces. */
const line = (max: number, known: readonly string[]) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must be one line')
    .refine((text) => findUnknownName(text, known) === undefined, {
      error: ({ input }) => {
        const list = known.map(inBraces).join(', ')
        const hint = list === '' ? 'nothing is filled in there' : `known are ${list}`
        return `${inBraces(findUnknownName(String(input), known) ?? '')} is unknown: ${hint}`
      },
    })

const inBraces = (name: string) => `{${name}}`

const findUnknownName = (text: string, known: readonly string[]) =>
  placeholdersIn(text).find((name) => !known.includes(name))

/** What the words of a kind of mail can name in braces. */
export const namesInMail = (kind: MailKind) => ['school', ...mailPlaceholders[kind]]

/** The words of a mail: what it lacks stays Lyceum's. */
export function mailWordsOf(kind: MailKind) {
  const known = namesInMail(kind)
  return z.strictObject({
    subject: line(150, known).optional(),
    lead: line(1_000, known).optional(),
    paragraphs: z.array(line(2_000, known)).max(10).optional(),
  })
}

/** The texts of the pages that verify certificates, in a language. */
export function pageWordsOf(language: PageLanguage) {
  const texts = Object.entries(pageTextsIn(language))
  const known = texts.map(([key, text]) => [key, line(1_000, placeholdersIn(text)).optional()])
  return z.strictObject(
    Object.fromEntries(known) as Record<keyof AllPageTexts, z.ZodOptional<z.ZodString>>,
  )
}

const loosely = <Words extends z.ZodType>(words: Words) =>
  z.record(rawText(40), z.record(rawText(100), words))

const Words = z.strictObject({
  subject: rawText(150).optional(),
  lead: rawText(1_000).optional(),
  paragraphs: z.array(rawText(2_000)).optional(),
})

/** Words of mails by language and kind. The API describes them loosely: they are thousands. */
export const MailTexts = loosely(Words).superRefine(
  checkBy(() => {
    const kinds = mailKinds.map((kind) => [kind, mailWordsOf(kind).optional()])
    const ofLanguage = z.strictObject(Object.fromEntries(kinds))
    return optionally(languages, () => ofLanguage)
  }),
)

/** Texts of the pages that verify certificates, by language and key. */
export const PageTexts = loosely(rawText(1_000)).superRefine(
  checkBy(() => optionally(pageLanguages, pageWordsOf)),
)

function optionally<Tag extends string>(tags: readonly Tag[], schema: (tag: Tag) => z.ZodType) {
  return Object.fromEntries(tags.map((tag) => [tag, schema(tag).optional()]))
}

/** Checks by a strict schema as well, which is made once: that of all mails takes a while. */
function checkBy(shapeOf: () => z.core.$ZodLooseShape) {
  let strict: z.ZodType | undefined
  return (texts: unknown, context: z.core.$RefinementCtx): void => {
    strict ??= z.strictObject(shapeOf())
    for (const { path, message } of strict.safeParse(texts).error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message })
  }
}
