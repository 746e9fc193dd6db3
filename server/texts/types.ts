import type { FactLabel, FactName } from '../../content/certificates/printed-facts.ts'
import type { memberRoles } from '../../content/course-values.ts'
import type { Money } from '../../lib/schema.ts'
import type { certificate } from './en/certificate.ts'
import type { page } from './en/page.ts'
import type { receipt } from './en/receipt.ts'

/**
 * Everything that Lyceum says in one language; English defines the words. Every language has those
 * of a certificate and of the pages that verify it; if one has no mails, its readers get them in
 * English.
 */
export interface LanguageTexts {
  certificate: CertificateTexts
  page: OwnPageTexts
  /** A language with mails has receipts too. */
  mail?: MailTexts
  receipt?: ReceiptTexts
}

/**
 * The fixed words of a certificate. The sentence around the name and the course must fit every
 * name, whatever the person's gender.
 */
export type CertificateTexts = Record<keyof typeof certificate | FactName, string>

/** The fixed words of a receipt. */
export type ReceiptTexts = Record<keyof typeof receipt, string>

/** Texts of the page that say what the paper says, by the keys of these words. */
export const wordsOfPaper = {
  certificate: 'heading',
  completed: 'beforeCourse',
  completedProgram: 'beforeProgram',
  completedOn: 'completedOn',
  issuedBy: 'issuedBy',
  issuedOn: 'issuedOn',
  validUntil: 'validUntil',
  signatures: 'signatures',
} as const satisfies Record<string, keyof CertificateTexts>

export type WordOfPaper = keyof typeof wordsOfPaper | FactLabel

/** The pages that verify certificates. Parts in `{…}` are filled in, as in English. */
export type PageTexts = Record<keyof typeof page | WordOfPaper, string>

/** Texts of one language, without those of the paper: a page never says it in other words. */
export type OwnPageTexts = Omit<PageTexts, WordOfPaper>

/** All mails in one language. */
export interface MailTexts {
  greeting: (name: string | undefined) => string
  /** Names the sender, and says that replies are not read. */
  footer: (school: string, publicUrl: string) => string
  /** Says where readers ask for help: an email or the URL of a page. */
  support: (contact: string) => string
  unsubscribe: UnsubscribeTexts
  calendar: CalendarTexts
  mails: { [Kind in MailKind]: (facts: MailFacts<Kind>) => MailContent }
}

/** Below such a mail, and on the page that its link opens. */
interface UnsubscribeTexts {
  footer: (url: string) => string
  question: Record<'announcements' | 'reminders', string>
  button: string
  done: string
  unknown: string
}

/** Entries of a learner's calendar. */
interface CalendarTexts {
  due: (title: string) => string
  opens: (title: string) => string
  done: (title: string) => string
  begins: (cohort: string) => string
  ends: (cohort: string) => string
}

/** The content of a mail, without its layout. */
export interface MailContent {
  subject: string
  /** One sentence that states the subject of the mail. */
  lead: string
  /** Shown large, to be typed or copied. */
  code?: string
  /** Labels and values, such as the time and the device. */
  facts?: [label: string, value: string][]
  /** Next steps, or that there is nothing to do. */
  paragraphs: string[]
}

/** An event of an account or a payment that its owner hears about by mail, whoever caused it. */
export type AccountNotification =
  /** `methods`: third parties that can still sign in, such as "Google (ada@gmail.com)". */
  | { kind: 'password-changed'; methods?: string[] }
  /** Goes to the email that the account had before. */
  | { kind: 'email-changed'; oldEmail: string }
  /** `method`: the name of the provider, such as "Google". */
  | { kind: 'sign-in-method-added'; method: string }
  | { kind: 'sign-in-method-removed'; method: string }
  /**
   * `device`: the browser's description of itself, such as "Firefox on Linux"; null where it gives
   * none. `others`: sign-ins from further new devices since the last mail of this kind.
   */
  | { kind: 'new-device'; device: string | null; ip: string; others?: number }
  | { kind: 'account-erased' }
  | { kind: 'account-suspended' }
  | { kind: 'account-reinstated' }
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

/** `lesson`: null for the course as a whole. `on`: a day such as 2026-11-21. */
export interface DueThing {
  course: string
  lesson: string | null
  on: string
}

/**
 * An event of a course. Many may be mailed at once: they never delay those of accounts. `title`: of
 * a published version, or the slug as long as there is none, since what a draft says is not mailed.
 * `page`: where the frontend shows the course; null where it has no such page.
 */
export type CourseNotification =
  /** Somebody else enrolled the reader. */
  | { kind: 'course-enrolled'; title: string; page: string | null }
  | { kind: 'progress-reset'; title: string; reason: string; page: string | null }
  /** Somebody who teaches marked a lesson as done for the reader, or opened it again. */
  | {
      kind: 'lesson-marked'
      title: string
      lesson: string
      done: boolean
      reason: string
      page: string | null
    }
  /** `lesson`: null for the course as a whole. `dueOn`: a day, such as 2027-01-10. */
  | {
      kind: 'extension-granted'
      title: string
      lesson: string | null
      dueOn: string
      reason: string
      page: string | null
    }
  /** The due date of everybody counts again. */
  | {
      kind: 'extension-revoked'
      title: string
      lesson: string | null
      dueOn: string
      page: string | null
    }
  /**
   * The school invites somebody without an account. `title`: null for an invitation to register
   * alone. `email`: the one to register with.
   */
  | { kind: 'invited'; title: string | null; email: string; page: string | null }
  /**
   * `replaces`: it takes the place of one that the reader had. `why`: missing where an older release
   * told it; `reason`: as the school says it. `grade`: in basis points, where it is new;
   * `gradeBefore`: the one that has risen.
   */
  | {
      kind: 'certificate-ready'
      title: string
      certificateUrl: string
      verificationUrl: string
      isProgram?: boolean
      replaces?: boolean
      why?: ReplacementReason
      grade?: number | null
      gradeBefore?: number | null
      lastDay?: string | null
      reason?: string | null
    }
  /** A certificate is about to expire, or has. `lastDay`: such as 2027-11-21. */
  | {
      kind: 'certificate-expiry'
      title: string
      isProgram?: boolean
      lastDay: string
      hasExpired: boolean
      page: string | null
    }
  /**
   * The reader was moved to a different version. `note`: what its author says about it. `isCompleted`:
   * the move completed the course.
   */
  | {
      kind: 'course-moved'
      title: string
      version: number
      note: string | null
      isCompleted: boolean
      page: string | null
    }
  /** A person graded what the reader handed in. `result`: missing where an older release told it. */
  | {
      kind: 'submission-graded'
      title: string
      lesson: string
      comment: string | null
      result?: { points: number; maxPoints: number; passed: boolean }
      page: string | null
    }
  /** A person gave back what the reader handed in, for another try. */
  | {
      kind: 'submission-returned'
      title: string
      lesson: string
      comment: string | null
      page: string | null
    }
  /** A message of a course's staff to its learners. `by`: null once the account is erased. */
  | {
      kind: 'announcement'
      id: string
      title: string
      text: string
      by: string | null
      page: string | null
    }
  /**
   * What waits for the reader: due by tomorrow, overdue, and titles of courses not seen for a week.
   * `more`: how many others.
   */
  | { kind: 'reminder'; due: DueThing[]; overdue: DueThing[]; unseen: string[]; more: number }
  /** The reader works on the course from now on. */
  | { kind: 'member-added'; title: string; role: (typeof memberRoles)[number] }
  /** `by`: name of the user who asks for it. */
  | { kind: 'review-requested'; title: string; by: string }
  /** `by`: name of the user who approved it. */
  | { kind: 'draft-approved'; title: string; by: string }
  /** `by`: name of the reviewer who sent it back. */
  | { kind: 'changes-requested'; title: string; by: string }
  /**
   * Somebody asks about a lesson, answered the reader's question, or looked after what the reader
   * reported.
   */
  | {
      kind: 'question-asked' | 'question-answered' | 'report-settled'
      title: string
      lesson: string
      page: string | null
    }
  /** The news of a day. `lines`: the subjects that single mails would have. `more`: how many others. */
  | { kind: 'digest'; lines: string[]; more: number; page: string | null }

/**
 * Why a certificate took the place of another. `lost grade`: an earlier release had lost it.
 * `school`: none of the others, such as a new look.
 */
export type ReplacementReason = 'name' | 'grade' | 'lost grade' | 'renewal' | 'school'

export type Notification = AccountNotification | CourseNotification

/** A mail with a one-time code; the kind says what the code is for. */
export interface CodeMail {
  kind:
    | 'verify-email'
    | 'reset-password'
    | 'erase-account'
    | 'change-sign-in'
    | 'change-email-old'
    | 'change-email-new'
  code: string
  /** The email that the account will have. */
  newEmail?: string | undefined
  /** The name that was guessed from the email; undefined where the user has set one. */
  guessedName?: string | undefined
  /** The page that has the code and the email already; undefined without one. */
  link?: string | undefined
}

/** The school made an account for the reader, or helps: a password is set behind the link. */
export interface AccountMade {
  kind: 'account-made' | 'password-link'
  link: string
}

/** Sent instead of a code when the new email already belongs to an account. */
export interface EmailTaken {
  kind: 'email-taken'
}

export type MailMessage = Notification | CodeMail | AccountMade | EmailTaken
export type MailKind = MailMessage['kind']

/** `at`: when it happened, in words. `school`: the name that readers know the platform by. */
export type MailFacts<Kind extends MailKind> = FactsOf<Kind> & { at: string; school: string }

type FactsOf<Kind extends MailKind> = Kind extends CodeMail['kind']
  ? CodeMail
  : Kind extends AccountMade['kind']
    ? AccountMade
    : Extract<MailMessage, { kind: Kind }>
