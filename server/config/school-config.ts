import { type Branding, defaultBranding, designOf } from '../../content/branding/branding.ts'
import type { Brand } from '../texts/brand.ts'
import { type Language, languages } from '../texts/texts.ts'
import type { BrandFolder } from './brand-folder.ts'
import { type OpenOperation, operationsOfCatalogue, type SchoolValues } from './school-settings.ts'

/** What the environment says of the school. */
export interface OfEnvironment {
  /** Settings that it fixes. */
  fixed: SchoolValues
  /** These, and what holds for those that nobody set. */
  standard: SchoolValues
  folder: BrandFolder
  /** Undefined to make the sender of the school's name. */
  mailFrom: string | undefined
  /** The host of PUBLIC_URL. */
  host: string
}

/** A tax that prices include. */
export interface Tax {
  name: string
  /** Rate in hundredths of a percent. */
  rate: number
}

/** Reads all that follows from the school's settings: the environment's, or else the desk's. */
export function readSchool(
  { fixed, standard, folder, mailFrom, host }: OfEnvironment,
  kept: SchoolValues,
) {
  const values: SchoolValues = { ...standard, ...kept, ...fixed }
  const name = values.schoolName ?? values.certificateIssuer ?? 'Lyceum'
  const logo = fixed.schoolLogo ?? folder.logo ?? values.schoolLogo
  const brand: Brand = {
    name,
    color: values.schoolColor ?? '#1c2430',
    lines: values.schoolLines ?? [],
    support: values.supportContact,
    links: { imprint: values.imprintUrl, privacy: values.privacyUrl, terms: values.termsUrl },
    texts: {
      mails: overlaid(values.mailTexts ?? {}, folder.texts.mails),
      pages: overlaid(values.pageTexts ?? {}, folder.texts.pages),
    },
  }
  const branding: Branding = {
    color: values.certificateColor ?? values.schoolColor ?? defaultBranding.color,
    accent: values.certificateAccentColor ?? defaultBranding.accent,
    logo: values.certificateLogo ?? logo,
    signatures: values.certificateSignatures ?? [],
    lines: values.certificateLines ?? [],
    ...designOf({
      heading: values.certificateHeading,
      beforeName: values.certificateBeforeName,
      beforeCourse: values.certificateBeforeCourse,
      distinction: values.certificateDistinction,
      distinctionFrom: values.certificateDistinctionFrom,
      paper: values.certificatePaper,
      orientation: values.certificateOrientation,
      seal: values.certificateWithoutSeal ? false : values.certificateSeal,
      background: values.certificateBackground,
      template: folder.template,
    }),
  }
  const [first = languages[0], ...others] = values.languages ?? languages
  return {
    /** What mails and pages show of the school. */
    brand,
    branding,
    mailFrom: mailFrom ?? senderOf(name, `no-reply@${host}`),
    /** What whoever registers or buys has to accept; undefined if nothing. */
    terms: readTerms(values),
    /** Of the academy and of mails; the first is for readers of none of them. */
    languages: [first, ...others] as [Language, ...Language[]],
    timeZone: values.timeZone ?? 'UTC',
    certificateIssuer: values.certificateIssuer ?? name,
    receiptLines: values.receiptLines ?? [],
    /** The tax that prices include; undefined if receipts name none. */
    tax: readTax(values),
    remindersNeedConsent: values.remindersNeedConsent ?? false,
    publicOperations: openOperations(values),
    frontPage: values.frontPage ?? {},
    subjectNames: values.subjectNames ?? {},
    /** Names of the third parties that are offered; undefined for all that are configured. */
    signInProviders: values.signInProviders,
    oauthLinkVerifiedEmails: values.oauthLinkVerifiedEmails ?? false,
    /** Roles that may do nothing in administration without a second factor. */
    secondFactorFor: (values.secondFactorFor ?? []) as readonly string[],
    teachersSeeEmails: values.teachersSeeEmails ?? false,
  }
}

/** Whether visitors may look at courses: then search engines and previews of links may, too. */
export function isCataloguePublic(config: Pick<ReturnType<typeof readSchool>, 'publicOperations'>) {
  return config.publicOperations.includes('courses.get')
}

/** Returns a sentence for each setting that needs a different one. */
export function schoolProblems({ taxName, taxRate }: SchoolValues): string[] {
  if (taxName !== undefined && taxRate === undefined) return ['TAX_RATE: required with TAX_NAME']
  if (taxRate !== undefined && taxName === undefined) return ['TAX_NAME: required with TAX_RATE']
  return []
}

function openOperations({ publicOperations = [], publicCatalogue }: SchoolValues): OpenOperation[] {
  const ofCatalogue = publicCatalogue ? operationsOfCatalogue : []
  return [...new Set<OpenOperation>([...publicOperations, ...ofCatalogue])]
}

function readTerms({ termsUrl: url, termsVersion: version }: SchoolValues) {
  return url === undefined || version === undefined ? undefined : { url, version }
}

function readTax({ taxName: name, taxRate: percent }: SchoolValues): Tax | undefined {
  if (name === undefined || percent === undefined) return undefined
  return { name, rate: Math.round(Number(percent) * 100) }
}

/** Returns the name as the sender of mails, whatever it holds (RFC 5322, quoted-string). */
function senderOf(name: string, email: string): string {
  return `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`
}

/** Lays the folder's texts over those of the desk. */
function overlaid<Tags extends object>(below: object, above: Tags): Tags {
  const tags = [...Object.keys(below), ...Object.keys(above)]
  const both = tags.map((tag) => [tag, { ...Object(below)[tag], ...Object(above)[tag] }])
  return Object.fromEntries(both) as Tags
}
