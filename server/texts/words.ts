import { z } from 'zod'
import { type BrandTexts, mailPlaceholders, placeholdersIn } from './brand.ts'
import { type PageLanguage, pageTextsIn } from './texts.ts'
import type { MailKind, PageTexts } from './types.ts'

/** One line of a school's own words. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must be one line')

export const MailWords = z.strictObject({
  subject: line(150).optional(),
  lead: line(1_000).optional(),
  paragraphs: z.array(line(2_000)).max(10).optional(),
})
export type MailWords = z.infer<typeof MailWords>

export const PageWord = line(1_000)

/** What the words of a kind of mail can name in braces. */
export const namesInMail = (kind: MailKind) => ['school', ...mailPlaceholders[kind]]

/** Returns the first name in braces that nothing fills in; undefined if there is none. */
export function findUnknownName(text: string, known: readonly string[]): string | undefined {
  return placeholdersIn(text).find((name) => !known.includes(name))
}

export interface TextFault {
  /** The place, such as mails.de.invited. */
  path: string
  /** The name that nothing fills in. */
  name: string
  known: readonly string[]
}

/** Finds names in braces that nothing fills in. */
export function findTextFaults({ mails, pages }: BrandTexts): TextFault[] {
  const faults: TextFault[] = []
  function look(path: string, text: string, known: readonly string[]): void {
    const name = findUnknownName(text, known)
    if (name !== undefined) faults.push({ path, name, known })
  }
  for (const [language, kinds] of Object.entries(mails))
    for (const [kind, { subject = '', lead = '', paragraphs = [] }] of Object.entries(kinds)) {
      const text = [subject, lead, ...paragraphs].join(' ')
      look(`mails.${language}.${kind}`, text, namesInMail(kind as MailKind))
    }
  for (const [language, texts] of Object.entries(pages))
    for (const [key, text] of Object.entries(texts)) {
      const standard = pageTextsIn(language as PageLanguage)[key as keyof PageTexts]
      look(`pages.${language}.${key}`, text, placeholdersIn(standard))
    }
  return faults
}
