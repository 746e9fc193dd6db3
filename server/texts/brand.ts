import type { Language, PageLanguage } from './texts.ts'
import type { MailFacts, MailKind, PageTexts } from './types.ts'

/** Marks by which readers recognize a school, in mails and on pages. */
export interface Brand {
  /** The name that readers know the platform by. */
  name: string
  /** Color of headings, #rrggbb; readable on white. */
  color: string
  /** Lines at the foot of mails and of the start page, such as an address. */
  lines: readonly string[]
  /** Contact for readers who need help: an email or the URL of a page. */
  support: string | undefined
  /** Pages that the law or the school wants at the foot of each page. */
  links: { [Kind in (typeof legalLinks)[number]]: string | undefined }
  texts: BrandTexts
}

export const legalLinks = ['imprint', 'privacy', 'terms'] as const

/** Texts of a school's own, in place of Lyceum's. Parts in `{…}` are filled in. */
export interface BrandTexts {
  mails: { [Tag in Language]?: { [Kind in MailKind]?: MailWords } }
  pages: { [Tag in PageLanguage]?: Partial<PageTexts> }
}

/** Texts that it lacks stay Lyceum's. Codes, facts, greeting and footer always do. */
export interface MailWords {
  subject?: string | undefined
  lead?: string | undefined
  paragraphs?: string[] | undefined
}

/** The texts that have a value in every mail of the kind. */
type Placeholders = {
  [Kind in MailKind]: readonly Exclude<Extract<keyof MailFacts<Kind>, string>, 'kind'>[]
}

/** What a mail's words may name, beside `{school}`. */
export const mailPlaceholders = {
  'verify-email': ['code'],
  'account-made': ['link'],
  'password-link': ['link'],
  'reset-password': ['code'],
  'erase-account': ['code'],
  'change-sign-in': ['code'],
  'change-email-old': ['code', 'newEmail'],
  'change-email-new': ['code'],
  'email-taken': ['at'],
  'password-changed': ['at'],
  'email-changed': ['at'],
  'sign-in-method-added': ['method', 'at'],
  'sign-in-method-removed': ['method', 'at'],
  'new-device': ['ip', 'at'],
  'account-erased': ['at'],
  'account-suspended': ['at'],
  'account-reinstated': ['at'],
  'payment-received': ['receipt', 'at'],
  'refund-made': ['at'],
  'course-enrolled': ['title', 'at'],
  'progress-reset': ['title', 'reason', 'at'],
  'lesson-marked': ['title', 'lesson', 'reason', 'at'],
  'extension-granted': ['title', 'dueOn', 'reason', 'at'],
  'extension-revoked': ['title', 'dueOn', 'at'],
  'submission-graded': ['title', 'lesson', 'at'],
  'submission-returned': ['title', 'lesson', 'at'],
  announcement: ['title', 'at'],
  reminder: ['at'],
  invited: ['email', 'at'],
  'certificate-ready': ['title', 'certificateUrl', 'verificationUrl', 'at'],
  'certificate-expiry': ['title', 'lastDay', 'at'],
  'course-moved': ['title', 'version', 'at'],
  'member-added': ['title', 'at'],
  'review-requested': ['title', 'by', 'at'],
  'draft-approved': ['title', 'by', 'at'],
  'changes-requested': ['title', 'by', 'at'],
  'question-asked': ['title', 'lesson', 'at'],
  'question-answered': ['title', 'lesson', 'at'],
  'report-settled': ['title', 'lesson', 'at'],
  digest: ['at'],
} satisfies Placeholders

const placeholder = /\{(\w+)\}/g

/** Returns the names in `{…}`. */
export function placeholdersIn(text: string): string[] {
  return Array.from(text.matchAll(placeholder), ([, name = '']) => name)
}

export function fillIn(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(placeholder, (_, name: string) => String(values[name] ?? ''))
}
