import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  defaultBranding,
  findPictureFault,
  isColor,
  isVisible,
  maxLines,
  maxPictureBytes,
  maxSignatures,
  orientations,
  paleWords,
  papers,
  pictureUrlOf,
} from '../../content/branding/branding.ts'
import { contrastOf, readableContrast } from '../../content/branding/contrast.ts'
import { isTimeZone } from '../../lib/lists/periods.ts'
import { codeOf } from '../errors/code-of.ts'
import { languages } from '../texts/texts.ts'
import { MailTexts, PageTexts } from '../texts/words.ts'
import { flag, listOf, partsOf } from './shapes.ts'

export const operationsThatMayBePublic = [
  'courses.list',
  'courses.get',
  'certificates.verify',
] as const

/** What one switch opens together, `publicCatalogue`: what a course shows before one has it. */
export const operationsOfCatalogue = [
  'courses.list',
  'courses.get',
  'courses.subjects',
  'programs.list',
  'programs.get',
  'lessons.preview',
] as const

export type OpenOperation =
  | (typeof operationsThatMayBePublic)[number]
  | (typeof operationsOfCatalogue)[number]

export interface SchoolSetting {
  /** Its meaning, for operators and for the API. */
  means: string
  /** What holds without it, in words. */
  otherwise?: string
  /** What holds without it, as a value. */
  standard?: unknown
  value: z.ZodType
  example: unknown
  /** Reads it from the environment, which only has text. Default: as it is. */
  read?: z.ZodType
  /** How the environment says it, in words. */
  how?: string
}

type Settings = Readonly<Record<string, SchoolSetting>>

const isLine = (text: string) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(isLine, 'must be one line')
    .meta({ pattern: String.raw`^\s*\S(.*\S)?\s*$` })
const isText = (text: string) => !/[\p{Cs}\0]/u.test(text)
const lines = (most: number, max: number) => z.array(line(max)).max(most)
const color = z
  .string()
  .refine(isColor, { error: 'must be a color like #1a2b45', abort: true })
  .meta({ pattern: '^#[0-9A-Fa-f]{6}$' })
const webUrl = (error: string) =>
  z
    .string()
    .max(254)
    .regex(/^https?:\/\/[!-~]+$/, error)
    .refine(URL.canParse, error)

/** A PNG or SVG as a `data:` URL, written in one way only. */
const Picture = z
  .string()
  .max(Math.ceil((maxPictureBytes / 3) * 4) + 100)
  .superRefine((value, context) => {
    const [, base64] = /^data:image\/(?:png|svg\+xml);base64,([\d+/=A-Za-z]+)$/.exec(value) ?? []
    const bytes = Buffer.from(base64 ?? '', 'base64')
    const fault = findPictureFault(bytes)
    if (fault !== undefined) context.addIssue(`the picture ${fault}`)
    else if (pictureUrlOf(bytes) !== value) context.addIssue('must be a data: URL of a picture')
  })
  .meta({ pattern: '^data:image/(png|svg[+]xml);base64,[A-Za-z0-9+/=]+$' })

const Signature = z.strictObject({
  name: line(100).meta({ description: 'Name of the signer', examples: ['Ada Lovelace'] }),
  title: line(100).meta({ description: 'Title of the signer', examples: ['Dean'] }),
  image: Picture.optional().describe('The handwritten signature, as a data: URL'),
})

const withSemicolons = { read: listOf(';'), how: 'Separated by semicolons' }
const withCommas = { read: listOf(','), how: 'Separated by commas' }
const yesOrNo = { value: z.boolean(), read: flag, standard: false, example: true }
const picture = {
  value: Picture,
  read: z.string().transform(pictureOf),
  how: 'The path of a file',
  example: `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
}
const pageAt = (example: string) => ({ value: webUrl(`must be a URL like ${example}`), example })

const ofSchool = {
  schoolName: {
    means: 'Name that people know the platform by: in mails, on pages and for frontends',
    otherwise: 'CERTIFICATE_ISSUER, otherwise Lyceum',
    value: line(100),
    example: 'Analytical Academy',
  },
  schoolColor: {
    means:
      'Color of headings and links in mails and on pages; on a dark page it is as much lighter as ' +
      'it must be',
    otherwise: '#1c2430',
    value: color.refine(
      (value) => contrastOf(value, '#ffffff') >= readableContrast,
      `is too pale to be read on white (a contrast below ${readableContrast}): choose a darker color`,
    ),
    example: '#7a1f1f',
  },
  schoolLogo: {
    means: 'Logo (PNG or SVG, at most 500 kB) of pages, and of certificates without their own',
    otherwise: 'the one in BRAND_FOLDER',
    ...picture,
  },
  schoolLines: {
    means: 'Lines at the foot of mails and of the start page, such as a postal address: up to six',
    standard: [],
    value: lines(6, 160),
    ...withSemicolons,
    read: z
      .string()
      .refine(isLine, 'must be one line, with semicolons between its parts')
      .transform((value) => partsOf(value, ';')),
    example: ['Long Street 1, 12345 Town'],
  },
  supportContact: {
    means:
      'Where people ask for help, in each mail and on the start page: an email or the URL of a page',
    value: z
      .string()
      .max(254)
      .refine(
        (value) => [z.email(), webUrl('')].some((schema) => schema.safeParse(value).success),
        'must be an email, or a URL like https://school.example.org/help',
      ),
    example: 'help@school.example.org',
  },
  imprintUrl: {
    means: 'Page that says who is responsible for the platform; linked from the foot of each page',
    ...pageAt('https://school.example.org/imprint'),
  },
  privacyUrl: {
    means: 'Page about personal data; linked from the foot of each page',
    ...pageAt('https://school.example.org/privacy'),
  },
  termsUrl: {
    means: 'Page with the terms of use; linked from the foot of each page',
    ...pageAt('https://school.example.org/terms'),
  },
  termsVersion: {
    means:
      'Version of the terms, such as the month they are from. With TERMS_URL, whoever registers or ' +
      'buys has to accept it; with another version, everybody is asked again at the next purchase',
    value: line(40),
    example: '2026-11',
  },
  languages: {
    means:
      `Languages of the academy and of mails, from ${languages.join(', ')}; the first is for ` +
      'readers of none of them',
    otherwise: 'all',
    value: z.array(z.enum(languages)).min(1).max(languages.length),
    ...withCommas,
    example: languages.toReversed(),
  },
  timeZone: {
    means:
      'Where the school is (IANA): where the days begin and end that certificates and receipts ' +
      'bear, on which classes, access, enrollment and coupons begin and end, and those of ' +
      'learners without a time zone of their own; mails write times in it',
    standard: 'UTC',
    value: z.string().max(64).refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
    example: 'Europe/Berlin',
  },
} as const satisfies Settings

export const ofCertificates = {
  certificateIssuer: {
    means: 'Organization named on certificates and receipts',
    otherwise: 'SCHOOL_NAME, otherwise Lyceum',
    value: line(100),
    example: 'Board of Knots',
  },
  certificateLogo: {
    means:
      'Logo (PNG or SVG, at most 500 kB) that replaces the name of the organization at the head ' +
      'of certificates and pages',
    otherwise: 'SCHOOL_LOGO',
    ...picture,
  },
  certificateColor: {
    means: 'Color of text and frame on certificates; should be dark',
    otherwise: `SCHOOL_COLOR, otherwise ${defaultBranding.color}`,
    value: color.refine((value) => isVisible(value, 'text'), paleWords),
    example: '#102030',
  },
  certificateAccentColor: {
    means: 'Color of ornaments and seal on certificates',
    standard: defaultBranding.accent,
    value: color.refine((value) => isVisible(value, 'ornament'), paleWords),
    example: '#a4823f',
  },
  certificateSignatures: {
    means: 'Handwritten signatures on certificates; at most three',
    standard: [],
    value: z.array(Signature).max(maxSignatures),
    read: z.string().transform(readSignatures),
    how: 'Name | Title | file with the signature (PNG or SVG, optional), separated by semicolons',
    example: [{ name: 'Ada Lovelace', title: 'Dean' }],
  },
  certificateLines: {
    means: 'Small print at the foot of certificates, such as an accreditation: at most two lines',
    standard: [],
    value: lines(maxLines, 160),
    ...withSemicolons,
    example: ['Accredited by the Guild of Sailors'],
  },
  certificateHeading: {
    means: 'Heading of certificates, in every language',
    otherwise: 'Certificate of Completion, in the language of the course',
    value: line(60),
    example: 'Diploma',
  },
  certificateBeforeName: {
    means: 'Phrase above the name on certificates, in every language',
    otherwise: 'one in the language of the course',
    value: line(100),
    example: 'The guild is proud of',
  },
  certificateBeforeCourse: {
    means: 'Phrase above the title on certificates, in every language',
    otherwise: 'one in the language of the course',
    value: line(100),
    example: 'who has mastered',
  },
  certificateDistinction: {
    means:
      'Line below the title on certificates that print a grade of at least ' +
      'CERTIFICATE_DISTINCTION_FROM',
    value: line(100),
    example: 'with distinction',
  },
  certificateDistinctionFrom: {
    means: 'Least grade of a distinction, in whole percent',
    value: z.int().min(1).max(100),
    read: z.coerce.number(),
    example: 90,
  },
  certificatePaper: {
    means: 'Paper of certificates',
    otherwise: 'A4',
    value: z.enum(papers),
    example: 'Letter',
  },
  certificateOrientation: {
    means: 'How the paper of certificates lies',
    otherwise: 'landscape',
    value: z.enum(orientations),
    example: 'portrait',
  },
  certificateSeal: {
    means: 'Seal on certificates (PNG or SVG, at most 500 kB)',
    otherwise: 'a drawn one in the color of ornaments',
    ...picture,
  },
  certificateWithoutSeal: { means: 'Leaves out the seal', ...yesOrNo },
  certificateBackground: {
    means:
      'Picture (PNG or SVG, at most 500 kB) that covers the page of certificates in place of the ' +
      'frame',
    ...picture,
  },
} as const satisfies Settings

const ofReceiptsAndMails = {
  receiptLines: {
    means:
      'Lines below CERTIFICATE_ISSUER on receipts, such as an address and a tax number: up to six',
    standard: [],
    value: lines(6, 100),
    ...withSemicolons,
    example: ['Long Street 1, 12345 Town', 'VAT DE123456789'],
  },
  taxName: {
    means:
      'Name of the tax that all prices include, such as VAT; printed on receipts from then on. ' +
      'Needs TAX_RATE',
    value: line(40),
    example: 'VAT',
  },
  taxRate: {
    means:
      'Rate of that tax in percent, with at most two decimals, such as 19 or 8.25. Receipts keep ' +
      'the rate that they were issued with. Needs TAX_NAME',
    read: z.string().trim(),
    value: z
      .string()
      .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage like 19 or 8.25, below 100'),
    example: '19',
  },
  remindersNeedConsent: {
    means:
      'Sends reminders of due dates and of courses that wait only to learners who asked for them. ' +
      'With false, to all but those who said no',
    ...yesOrNo,
  },
} as const satisfies Settings

export const ofAccess = {
  publicOperations: {
    means: `Operations open to callers without a token, from ${operationsThatMayBePublic.join(', ')}`,
    standard: [],
    value: z.array(z.enum(operationsThatMayBePublic)).max(operationsThatMayBePublic.length),
    ...withCommas,
    example: ['courses.list', 'courses.get'],
  },
  publicCatalogue: {
    means:
      'Opens the catalogue to callers without a token: courses, programs, search, prices and ' +
      'previews together',
    ...yesOrNo,
  },
  signInProviders: {
    means:
      'Third parties that people can sign in with, by the names in their URLs, among those ' +
      'configured',
    otherwise: 'all of them',
    value: z.array(z.string().regex(/^[a-z][a-z\d-]{0,40}$/, 'must be a name like google')).max(20),
    ...withCommas,
    example: ['google'],
  },
  oauthLinkVerifiedEmails: {
    means:
      'Lets a third party that vouches for an email sign in to the verified account with that ' +
      'email, without its owner having to log in and link it first',
    ...yesOrNo,
  },
  secondFactorFor: {
    means:
      'Roles that may do nothing in administration without a second factor, from admin, support, ' +
      'finance',
    standard: [],
    value: z.array(z.enum(['admin', 'support', 'finance'])).max(3),
    ...withCommas,
    example: ['finance'],
  },
  teachersSeeEmails: {
    means: 'Shows teachers of a course the email addresses of its learners',
    ...yesOrNo,
  },
} as const satisfies Settings

const ofEnvironment = { ...ofSchool, ...ofCertificates, ...ofReceiptsAndMails, ...ofAccess }

const secureUrl = webUrl('must be a URL like https://school.example.org/page').refine(
  (url) => url.startsWith('https://'),
  'must begin with https://',
)
const slug = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and single dashes')
const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/
const mostLanguages = 20
/** Values by BCP 47: the academy may speak languages that mails do not. */
const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().max(35).regex(languageTag, 'must be a language like en or pt-BR'), value)
    .refine((all) => Object.keys(all).length <= mostLanguages, 'has too many languages')
const markdown = (max: number) => z.string().trim().min(1).max(max).refine(isText, 'must be text')

const FrontWords = z.strictObject({
  title: line(120).optional().describe('What the school is, in a line'),
  lead: line(300).optional().describe('A sentence or two below it'),
  text: markdown(5_000).optional().describe('More about it, in Markdown'),
  certificates: markdown(1_000).optional().describe('Which certificates it gives, in Markdown'),
})

/** What the school shows to those who do not know it yet: the desk alone keeps it. */
export const ofShowcase = {
  frontPage: {
    means:
      'The first page for visitors: words by language, the addresses of a picture and a film, and ' +
      'slugs of chosen courses and programs',
    value: z.strictObject({
      words: byLanguage(FrontWords).optional(),
      picture: secureUrl.optional(),
      film: secureUrl.optional(),
      courses: z.array(slug(80)).max(12).optional(),
    }),
    example: {
      words: { en: { title: 'Sail with us', lead: 'Courses for those who love the sea.' } },
      picture: 'https://school.example.org/harbor.jpg',
      courses: ['sailing'],
    },
  },
  subjectNames: {
    means: 'Names of subjects (the categories of courses) by their slug and language',
    otherwise: 'the slug, in readable form',
    value: z
      .record(slug(50), byLanguage(line(60)))
      .refine((names) => Object.keys(names).length <= 100, 'must be at most 100 subjects'),
    example: { 'web-development': { en: 'Web development', de: 'Webentwicklung' } },
  },
} as const satisfies Settings

/** The school's words, which BRAND_FOLDER fixes in the environment. */
export const ofTexts = {
  mailTexts: {
    means: "Words of mails in place of Lyceum's, by language and kind",
    value: MailTexts,
    example: { en: { invited: { lead: 'You are invited to {school}.' } } },
  },
  pageTexts: {
    means: "Texts of the pages that verify certificates in place of Lyceum's, by language and name",
    value: PageTexts,
    example: { en: { check: 'Look up a certificate' } },
  },
} as const satisfies Settings

/**
 * The settings that are the school's own: the environment can fix them, the desk keeps the others.
 * Operations and documentation follow from here, in this order.
 */
export const schoolSettings = { ...ofEnvironment, ...ofShowcase, ...ofTexts }

type Table = typeof schoolSettings
export type SettingName = keyof Table
export const settingNames = Object.keys(schoolSettings) as SettingName[]

/** Values of settings by name, as the environment or the desk has them; all may be missing. */
export type SchoolValues = { [Name in SettingName]?: z.output<Table[Name]['value']> | undefined }

/** The variable of the environment that sets it: SCHOOL_NAME for schoolName. */
export const variableOf = (name: string) => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()

type VariableOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '_'}${Uppercase<First>}${VariableOf<Rest>}`
  : ''

/** The same as variables of the environment, described for operators. */
export const settingsOfEnvironment = Object.fromEntries(
  Object.entries(ofEnvironment).map(([name, one]: [string, SchoolSetting]) => {
    const { means, how, otherwise, standard, value, read = z.string() } = one
    const schema = (read as z.ZodType<unknown, string>).pipe(value as z.ZodType<unknown, unknown>)
    const standing = otherwise === undefined ? '' : `Default: ${otherwise}`
    const description = [means, how, standing].filter(Boolean).join('. ')
    const mayLack = standard === undefined ? schema.optional() : schema.default(standard)
    return [variableOf(name), mayLack.describe(description)]
  }),
) as unknown as {
  [Name in keyof typeof ofEnvironment as VariableOf<Name>]: z.ZodType<
    z.output<Table[Name]['value']> | undefined,
    string | undefined
  >
}

/** Picks the school's settings from those of the environment. */
export function valuesIn(settings: Readonly<Record<string, unknown>>): SchoolValues {
  const found = settingNames.map((name) => [name, settings[variableOf(name)]])
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as SchoolValues
}

function pictureOf(file: string, context: z.core.$RefinementCtx): string {
  try {
    const bytes = readFileSync(file)
    const fault = findPictureFault(bytes)
    if (fault !== undefined) context.addIssue(`${file} ${fault}`)
    return pictureUrlOf(bytes) ?? z.NEVER
  } catch (error) {
    context.addIssue(`${file} cannot be read (${codeOf(error)})`)
    return z.NEVER
  }
}

function readSignatures(value: string, context: z.core.$RefinementCtx) {
  const signatures = partsOf(value, ';').map((part) => part.split('|').map((one) => one.trim()))
  const isPlain = (text: string) => text !== '' && text.length <= 100
  if (
    signatures.length > maxSignatures ||
    signatures.some(([name = '', title = '']) => !isPlain(name) || !isPlain(title))
  )
    context.addIssue(
      `must be at most ${maxSignatures} of the form Name | Title | image file, with at most ` +
        '100 characters per text; the file is optional',
    )
  return signatures.map(([name = '', title = '', file]) => ({
    name,
    title,
    ...(file !== undefined && file !== '' && { image: pictureOf(file, context) }),
  }))
}
