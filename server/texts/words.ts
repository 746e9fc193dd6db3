import { z } from 'zod'
import { mailPlaceholders, placeholdersIn } from './brand.ts'
import { languages, mailKinds, pageLanguages, pageTextsIn } from './texts.ts'
import type { MailKind } from './types.ts'

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

export const PageWord = line(1_000)

/** What the words of a kind of mail can name in braces. */
export const namesInMail = (kind: MailKind) => ['school', ...mailPlaceholders[kind]]

/** Returns the first name in braces that nothing fills in; undefined if there is none. */
export function findUnknownName(text: string, known: readonly string[]): string | undefined {
  return placeholdersIn(text).find((name) => !known.includes(name))
}

/** Words of mails by language and kind. */
export const MailTexts = z.record(z.string(), z.record(z.string(), MailWords)).superRefine(
  faultsIn(languages, (_, name) => {
    const kind = mailKinds.find((one) => one === name)
    return kind && namesInMail(kind)
  }),
)

/** Texts of the pages that verify certificates, by language and key. */
export const PageTexts = z.record(z.string(), z.record(z.string(), PageWord)).superRefine(
  faultsIn(pageLanguages, (language, key) => {
    const [, text] = Object.entries(pageTextsIn(language)).find(([one]) => one === key) ?? []
    return text === undefined ? undefined : placeholdersIn(text)
  }),
)

type Texts = Readonly<Record<string, Readonly<Record<string, string | object>>>>

/** Refuses texts that are shown nowhere, and names in braces that nothing fills in. */
function faultsIn<Tag extends string>(
  tags: readonly Tag[],
  knownIn: (tag: Tag, name: string) => readonly string[] | undefined,
) {
  return (texts: Texts, context: z.core.$RefinementCtx) => {
    const all = Object.entries(texts).flatMap(([language, named]) =>
      Object.entries(named).map(([name, said]) => ({ language, name, said })),
    )
    for (const { language, name, said } of all) {
      const tag = tags.find((one) => one === language)
      const known = tag && knownIn(tag, name)
      const refuse = (message: string, ...part: string[]) =>
        context.addIssue({ code: 'custom', path: [language, name, ...part], message })
      if (known === undefined) refuse('is shown nowhere')
      else if (typeof said === 'string') refuseUnknown(said, known, refuse)
      else
        for (const [part, text] of Object.entries(said))
          refuseUnknown(String(text), known, (message) => refuse(message, part))
    }
  }
}

function refuseUnknown(
  text: string,
  known: readonly string[],
  refuse: (message: string) => void,
): void {
  const name = findUnknownName(text, known)
  if (name === undefined) return
  const list = known.map((one) => `{${one}}`).join(', ')
  refuse(
    `{${name}} is unknown: ${list === '' ? 'nothing is filled in there' : `known are ${list}`}`,
  )
}
