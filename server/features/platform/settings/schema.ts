import { z } from 'zod'
import {
  field,
  LanguageTag,
  named,
  namedInput,
  Revision,
  revisionInput,
} from '../../../../lib/schema.ts'
import {
  ofAccess,
  ofCertificates,
  ofTexts,
  type SchoolSetting,
  type SettingName,
  schoolSettings,
  settingNames,
} from '../../../config/school-settings.ts'
import { languages, mailKinds, pageLanguages } from '../../../texts/texts.ts'
import { proofFields, requireProof } from '../proof/schema.ts'

type Table = typeof schoolSettings

/** Returns the fields of settings, all of which may be null: not set. */
function fieldsOf<Name extends SettingName>(names: readonly Name[]) {
  const fields = names.map((name) => {
    const { value, means, otherwise, example }: SchoolSetting = schoolSettings[name]
    const description = otherwise === undefined ? means : `${means}. null: ${otherwise}`
    return [name, value.nullable().meta({ description, examples: [example] })]
  })
  return Object.fromEntries(fields) as { [One in Name]: z.ZodNullable<Table[One]['value']> }
}

const changesOf = <Name extends SettingName>(names: readonly Name[]) =>
  z.object(fieldsOf(names)).partial().shape

type Protected = keyof typeof ofAccess | keyof typeof ofTexts
const isOpen = (name: SettingName): name is Exclude<SettingName, Protected> =>
  !(name in ofAccess || name in ofTexts)

export const SchoolSettings = named(
  'SchoolSettings',
  'The settings of the school; null is one that nobody set',
  {
    revision: Revision.describe('Rises with each change'),
    fixed: z
      .array(z.enum(settingNames as [SettingName, ...SettingName[]]))
      .describe('Settings that the environment of the server fixes: they cannot be changed here'),
    providers: z
      .array(z.string())
      .meta({ description: 'Names that signInProviders can hold', examples: [['google']] }),
    ...fieldsOf(settingNames),
  },
)
export type SchoolSettings = z.infer<typeof SchoolSettings>

export const UpdateSettingsInput = namedInput(
  'UpdateSettingsInput',
  'The changes; everything else stays. null removes what was set.',
  { ...revisionInput, ...changesOf(settingNames.filter(isOpen)) },
)

/** Takes each setting, also those that say who may do what, and what mails say. */
export const UpdateAnySettingsInput = requireProof(
  z.strictObject({ ...revisionInput, ...changesOf(settingNames), ...proofFields }),
).meta({
  id: 'UpdateAnySettingsInput',
  description: 'The changes; everything else stays. null removes what was set.',
})
export type UpdateAnySettingsInput = Omit<
  z.infer<typeof UpdateAnySettingsInput>,
  keyof typeof proofFields
>

const kind = field(z.enum(mailKinds), 'The kind of mail', 'invited')

const StandardText = named('StandardText', 'What a mail or a page says by itself', {
  setting: z
    .enum(Object.keys(ofTexts) as (keyof typeof ofTexts)[])
    .describe('The setting that replaces it'),
  name: field(z.string(), 'The kind of mail, or the name of the text', 'invited'),
  texts: z.array(z.string()).meta({
    description: 'Of a mail its subject, first sentence and paragraphs; of a page one text',
    examples: [['You are invited to {school}', 'Somebody has invited you.']],
  }),
  placeholders: field(z.array(z.string()), 'What it can name in braces', ['school', 'at']),
  isFixed: z.boolean().describe('Whether BRAND_FOLDER says it, so that the setting cannot'),
})

export const StandardTexts = named('StandardTexts', 'What mails and pages say by themselves', {
  items: z.array(StandardText).describe('Without mails in languages that they do not have'),
})
export type StandardTexts = z.infer<typeof StandardTexts>

export const StandardTextsInput = z.strictObject({
  language: field(z.enum(pageLanguages), 'Language of mails and pages', 'en'),
})
export type StandardTextsInput = z.infer<typeof StandardTextsInput>

export const PreviewLookInput = namedInput(
  'PreviewLookInput',
  'Settings to look at before they are saved; the others are those in effect',
  {
    ...changesOf(
      settingNames.filter((name) => name in ofCertificates) as (keyof typeof ofCertificates)[],
    ),
    language: field(LanguageTag.default('en'), 'Language of the sample, BCP 47', 'de'),
  },
)
export type PreviewLookInput = z.infer<typeof PreviewLookInput>

export const TestMailInput = namedInput('TestMailInput', 'The mail to try', {
  language: field(z.enum(languages), 'Language of the mail', 'en'),
  kind: kind.default('course-enrolled'),
})
export type TestMailInput = z.infer<typeof TestMailInput>

export const MailTest = named('MailTest', 'Whether the mail was taken', {
  to: field(z.string(), 'Your email', 'ada.lovelace@example.com'),
  sent: z.boolean().describe('Whether the mail server took it'),
  failure: field(z.string().nullable(), 'Why not; null if it did', 'EAUTH'),
})
export type MailTest = z.infer<typeof MailTest>
