import { type SettingName, settingNames } from '../../../config/school-settings.ts'
import type { Deps } from '../../../context.ts'
import { type MailWords, placeholdersIn } from '../../../texts/brand.ts'
import { mailKinds, mailTextsIn, pageTextsIn } from '../../../texts/texts.ts'
import type { MailContent, MailKind, PageTexts } from '../../../texts/types.ts'
import { namesInMail } from '../../../texts/words.ts'
import { type KeptNow, readKept } from './kept-settings.ts'
import type * as schema from './schema.ts'

export async function getSettings(ctx: Deps): Promise<schema.SchoolSettings> {
  return toSettings(ctx, await readKept(ctx))
}

export function toSettings(ctx: Deps, { revision, values }: KeptNow): schema.SchoolSettings {
  const { ofEnvironment, oauthProviders } = ctx.config
  const set = { ...values, ...ofEnvironment.fixed }
  const entries = settingNames.map((name) => [name, set[name] ?? null])
  return {
    ...(Object.fromEntries(entries) as Omit<schema.SchoolSettings, 'revision'>),
    revision,
    fixed: fixedNames(ctx),
    providers: oauthProviders.map(({ name }) => name),
  }
}

/** Names the settings that the environment decides. */
export function fixedNames({ config }: Pick<Deps, 'config'>): SettingName[] {
  const { fixed, folder } = config.ofEnvironment
  return settingNames.filter(
    (name) => fixed[name] !== undefined || (name === 'schoolLogo' && folder.logo !== undefined),
  )
}

/** Returns what the desk keeps, as a file. */
export async function exportSettings(ctx: Deps): Promise<schema.SettingsFile> {
  const { values, texts } = await readKept(ctx)
  return { format: 'lyceum-settings-1', values, texts: { ...texts } }
}

export async function listMailTexts(
  ctx: Deps,
  { language }: schema.MailTextsInput,
): Promise<schema.MailTexts> {
  const { revision, texts } = await readKept(ctx)
  const folder = ctx.config.ofEnvironment.folder.texts.mails[language]
  const items = mailKinds.map((kind) => ({
    kind,
    own: inFull({ ...texts.mails[language]?.[kind], ...folder?.[kind] }),
    standard: inFull(sampleOf(kind, language)),
    placeholders: namesInMail(kind),
    isFixed: folder?.[kind] !== undefined,
  }))
  return { revision, items }
}

export async function listPageTexts(
  ctx: Deps,
  { language }: schema.PageTextsInput,
): Promise<schema.PageTextsAnswer> {
  const { revision, texts } = await readKept(ctx)
  const folder = ctx.config.ofEnvironment.folder.texts.pages[language]
  const entries = Object.entries(pageTextsIn(language)) as [keyof PageTexts, string][]
  const items = entries.map(([key, standard]) => ({
    key,
    own: folder?.[key] ?? texts.pages[language]?.[key] ?? null,
    standard,
    placeholders: placeholdersIn(standard),
    isFixed: folder?.[key] !== undefined,
  }))
  return { revision, items }
}

const inFull = ({ subject, lead, paragraphs }: MailWords) => ({
  subject: subject ?? null,
  lead: lead ?? null,
  paragraphs: paragraphs ?? null,
})

const inBraces = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `{${name}}`]))

/** What a mail needs beside texts to be composed. */
export const sampleFacts = {
  total: { amount: 2900, currency: 'EUR' },
  amount: { amount: 2900, currency: 'EUR' },
  titles: ['A Course of Everything'],
  dueOn: '2026-11-21',
  lastDay: '2026-11-21',
  text: '',
  due: [],
  overdue: [],
  unseen: [],
  more: 0,
  ...{ page: null, comment: null, note: null, device: null },
}

/** Composes a mail of the kind, with names in braces in place of facts. */
export function sampleOf(kind: MailKind, language: schema.MailTextsInput['language']): MailContent {
  const compose = mailTextsIn(language).mails[kind] as (facts: object) => MailContent
  return compose({ title: '{title}', ...inBraces(namesInMail(kind)), ...sampleFacts, kind })
}
