import { z } from 'zod'
import { field, named, namedInput, Revision, revisionInput } from '../../../../lib/schema.ts'
import {
  type SchoolSetting,
  type SettingName,
  schoolSettings,
  settingNames,
} from '../../../config/school-settings.ts'
import { languages, mailKinds, pageLanguages, pageTextsIn } from '../../../texts/texts.ts'
import { MailWords, PageWord } from '../../../texts/words.ts'
import { proofFields, requireProof } from '../proof/schema.ts'

type Table = typeof schoolSettings
type NamesOn<Page> = {
  [Name in SettingName]: Table[Name]['page'] extends Page ? Name : never
}[SettingName]
type AccessName = NamesOn<'access'>

/** Settings that say who may do what: changed only with a proof. */
export const accessNames = settingNames.filter(
  (name): name is AccessName => schoolSettings[name].page === 'access',
)
const otherNames = settingNames.filter(
  (name): name is Exclude<SettingName, AccessName> => schoolSettings[name].page !== 'access',
)

/** Returns the fields of settings, all of which may be null: not set. */
function fieldsOf<Name extends SettingName>(names: readonly Name[]) {
  const fields = names.map((name) => {
    const { value, means, otherwise, example }: SchoolSetting = schoolSettings[name]
    const description = otherwise === undefined ? means : `${means}. null: ${otherwise}`
    return [name, value.nullable().meta({ description, examples: [example] })]
  })
  return Object.fromEntries(fields) as { [One in Name]: z.ZodNullable<Table[One]['value']> }
}

const SettingNameField = z.enum(settingNames as [SettingName, ...SettingName[]])
const values = fieldsOf(settingNames)
const changesOf = <Name extends SettingName>(names: readonly Name[]) =>
  z.object(fieldsOf(names)).partial().shape

export const SchoolSettings = named(
  'SchoolSettings',
  'The settings of the school; null is one that nobody set',
  {
    revision: Revision.describe('Rises with each change, of texts as well'),
    fixed: z
      .array(SettingNameField)
      .describe('Settings that the environment of the server fixes: they cannot be changed here'),
    providers: z
      .array(z.string())
      .meta({ description: 'Names that signInProviders can hold', examples: [['google']] }),
    ...values,
  },
)
export type SchoolSettings = z.infer<typeof SchoolSettings>

export const UpdateSettingsInput = namedInput(
  'UpdateSettingsInput',
  'The changes; everything else stays. null removes what was set.',
  { ...revisionInput, ...changesOf(otherNames) },
)
export type UpdateSettingsInput = z.infer<typeof UpdateSettingsInput>

export const UpdateAccessInput = requireProof(
  z.strictObject({
    ...revisionInput,
    ...changesOf(accessNames),
    ...proofFields,
  }),
).meta({ id: 'UpdateAccessInput', description: 'The changes; everything else stays' })
export type UpdateAccessInput = z.infer<typeof UpdateAccessInput>

const language = field(z.enum(languages), 'Language of the mails', 'en')
const kind = field(z.enum(mailKinds), 'The kind of mail', 'invited')
const MailWordsField = z
  .object({
    subject: z.string().nullable(),
    lead: z.string().nullable(),
    paragraphs: z.array(z.string()).nullable(),
  })
  .meta({ examples: [{ subject: null, lead: 'You are invited to {school}.', paragraphs: null }] })

export const MailText = named('MailText', 'The words of a kind of mail', {
  kind,
  own: MailWordsField.describe("The school's; null where Lyceum's hold"),
  standard: MailWordsField.describe("Lyceum's, with what is filled in in braces"),
  placeholders: z.array(z.string()).meta({
    description: 'What the words can name in braces',
    examples: [['school', 'email', 'at']],
  }),
  isFixed: z.boolean().describe('Whether BRAND_FOLDER says some of it'),
})
export type MailText = z.infer<typeof MailText>

export const MailTexts = named('MailTexts', 'The words of all mails in one language', {
  revision: Revision,
  items: z.array(MailText).describe('All kinds'),
})
export type MailTexts = z.infer<typeof MailTexts>

export const MailTextsInput = z.strictObject({ language })
export type MailTextsInput = z.infer<typeof MailTextsInput>

export const SetMailTextInput = requireProof(
  z.strictObject({
    ...revisionInput,
    language,
    kind,
    subject: field(MailWords.shape.subject.unwrap().nullable(), 'Subject', null),
    lead: field(MailWords.shape.lead.unwrap().nullable(), 'First sentence', 'You are invited.'),
    paragraphs: field(MailWords.shape.paragraphs.unwrap().nullable(), 'The text below', null),
    ...proofFields,
  }),
).meta({
  id: 'SetMailTextInput',
  description: "The words in place of Lyceum's; null for Lyceum's own",
})
export type SetMailTextInput = z.infer<typeof SetMailTextInput>

export const ChangedTexts = named('ChangedTexts', 'The texts after a change', {
  revision: Revision,
})

const pageLanguage = field(z.enum(pageLanguages), 'Language of the pages', 'en')
const pageKeys = Object.keys(pageTextsIn('en')) as [
  keyof ReturnType<typeof pageTextsIn>,
  ...(keyof ReturnType<typeof pageTextsIn>)[],
]
const key = field(z.enum(pageKeys), 'The text', 'validNote')

export const PageText = named('PageText', 'A text of the pages that verify certificates', {
  key,
  own: field(z.string().nullable(), "The school's; null where Lyceum's holds", null),
  standard: field(z.string(), "Lyceum's", 'It was issued by {issuer}.'),
  placeholders: field(z.array(z.string()), 'What it can name in braces', ['issuer']),
  isFixed: z.boolean().describe('Whether BRAND_FOLDER says it'),
})

export const PageTextsAnswer = named('PageTexts', 'The texts of those pages in one language', {
  revision: Revision,
  items: z.array(PageText).describe('All texts'),
})
export type PageTextsAnswer = z.infer<typeof PageTextsAnswer>

export const PageTextsInput = z.strictObject({ language: pageLanguage })
export type PageTextsInput = z.infer<typeof PageTextsInput>

export const SetPageTextInput = namedInput(
  'SetPageTextInput',
  "The text in place of Lyceum's; null for Lyceum's own",
  {
    ...revisionInput,
    language: pageLanguage,
    key,
    text: field(PageWord.nullable(), 'The text', null),
  },
)
export type SetPageTextInput = z.infer<typeof SetPageTextInput>

export const PreviewLookInput = namedInput(
  'PreviewLookInput',
  'Settings to look at before they are saved; the others are those in effect',
  {
    ...changesOf(
      otherNames.filter(
        (name): name is NamesOn<'certificate'> => schoolSettings[name].page === 'certificate',
      ),
    ),
    language: field(z.string().max(35).default('en'), 'Language of the sample, BCP 47', 'de'),
  },
)
export type PreviewLookInput = z.infer<typeof PreviewLookInput>

export const TestMailInput = namedInput('TestMailInput', 'The mail to try', {
  language,
  kind: kind.default('course-enrolled'),
})
export type TestMailInput = z.infer<typeof TestMailInput>

export const MailTest = named('MailTest', 'Whether the mail was taken', {
  to: field(z.string(), 'Your email', 'ada.lovelace@example.com'),
  sent: z.boolean().describe('Whether the mail server took it'),
  failure: field(z.string().nullable(), 'Why not; null if it did', 'EAUTH'),
})
export type MailTest = z.infer<typeof MailTest>

/** The words of a school, strictly. */
export const Texts = z.strictObject({
  mails: z.partialRecord(z.enum(languages), z.partialRecord(z.enum(mailKinds), MailWords)),
  pages: z.partialRecord(z.enum(pageLanguages), z.partialRecord(z.enum(pageKeys), PageWord)),
})

/** What a file has to hold: said loosely in the API, whose documentation would be pages of it. */
export const FileContent = z.strictObject({
  format: z.literal('lyceum-settings-1'),
  values: z.strictObject(changesOf(settingNames)),
  texts: Texts,
})

const anything = z.record(z.string(), z.unknown())
const format = field(z.string(), 'What the file is', 'lyceum-settings-1')
const valuesOfFile = field(anything, 'Settings by name, as admin.settings.get has them', {
  schoolName: 'Analytical Academy',
})
const textsOfFile = {
  mails: field(anything, 'Words of mails by language and kind', {
    en: { invited: { lead: 'You are invited.' } },
  }),
  pages: field(anything, 'Texts of pages by language and name', {}),
}

export const SettingsFile = named('SettingsFile', 'The settings that the desk keeps, as a file', {
  format,
  values: valuesOfFile,
  texts: z.object(textsOfFile).describe("The school's words"),
})
export type SettingsFile = z.infer<typeof SettingsFile>

export const GivenFile = namedInput('GivenFile', 'A file as admin.settings.export answers it', {
  format,
  values: valuesOfFile,
  texts: z.strictObject(textsOfFile).describe("The school's words"),
})

export const ImportSettingsInput = requireProof(
  z.strictObject({
    ...revisionInput,
    file: GivenFile,
    ...proofFields,
  }),
).meta({
  id: 'ImportSettingsInput',
  description: 'A file of settings, which replaces all that the desk keeps',
})
export type ImportSettingsInput = z.infer<typeof ImportSettingsInput>

export const CheckFileInput = namedInput('CheckFileInput', 'A file of settings', {
  file: GivenFile,
})
export type CheckFileInput = z.infer<typeof CheckFileInput>

export const ImportedSettings = named('ImportedSettings', 'What an import changes', {
  revision: Revision,
  changed: z.array(z.string()).meta({
    description: 'Settings with another value than before; mails and pages for texts',
    examples: [['schoolName', 'mails']],
  }),
  fixed: z
    .array(SettingNameField)
    .describe('Settings of the file without effect as long as the environment fixes them'),
})
export type ImportedSettings = z.infer<typeof ImportedSettings>
