import type { Language } from '../../lib/languages.ts'
import type { Money } from '../../lib/schema.ts'
import { de } from './mail-texts/de.ts'
import { en } from './mail-texts/en.ts'

/**
 * Something that happened to an account, or to money, and that its owner is to hear of, whoever did
 * it.
 */
export type Notice =
  | { kind: 'password-changed' }
  /** To the address that the account had until now. */
  | { kind: 'email-changed'; oldEmail: string }
  /** `method`: the name of the provider, like "Google". */
  | { kind: 'sign-in-method-added'; method: string }
  | { kind: 'sign-in-method-removed'; method: string }
  /**
   * `device`: what the browser says it is, in short, like "Firefox on Linux"; null where it says
   * nothing.
   */
  /**
   * `others`: how many sign-ins from new devices there were since the last mail about one, which
   * were not told of each.
   */
  | { kind: 'new-device'; device: string | null; ip: string; others?: number }
  | { kind: 'account-erased' }
  /**
   * `titles`: of the courses. `page`: where the frontend shows the purchase; null where it has no
   * such page.
   */
  | {
      kind: 'payment-received'
      receipt: string
      total: Money
      titles: string[]
      page: string | null
    }
  /**
   * `title`: of the course; null where the money was not owed. `receipt`: null where there is none.
   */
  | {
      kind: 'refund-made'
      receipt: string | null
      amount: Money
      title: string | null
      page: string | null
    }

/** A one-time code, and what it is for. */
export interface CodeMail {
  kind:
    | 'verify-email'
    | 'reset-password'
    | 'erase-account'
    | 'change-sign-in'
    | 'change-email-old'
    | 'change-email-new'
  code: string
  /** What the email is to be changed to. */
  newEmail?: string | undefined
}

/** Instead of a code, to an address that somebody wanted to have for another account. */
export interface EmailTaken {
  kind: 'email-taken'
}

export type MailMessage = Notice | CodeMail | EmailTaken
export type MailKind = MailMessage['kind']

/** What a mail says, without its form. */
export interface MailContent {
  subject: string
  /** One sentence: what this is about. */
  lead: string
  /** Shown large, to be typed or copied. */
  code?: string
  /** Names and values, like when and from where. */
  facts?: [name: string, value: string][]
  /** What to do, or that nothing need be done. */
  paragraphs: string[]
}

/** All mails in one language. */
export interface MailTexts {
  greeting: (name: string | undefined) => string
  /** Who writes, and that nobody reads answers. */
  footer: (publicUrl: string) => string
  mails: { [Kind in MailKind]: (facts: FactsOf<Kind> & { at: string }) => MailContent }
}

type FactsOf<Kind extends MailKind> = Kind extends CodeMail['kind']
  ? CodeMail
  : Extract<MailMessage, { kind: Kind }>

export const mailTexts: Record<Language, MailTexts> = { en, de }
