import { type SettingName, settingNames } from '../../../config/school-settings.ts'
import type { Deps } from '../../../context.ts'
import { placeholdersIn } from '../../../texts/brand.ts'
import { languages, mailKinds, mailTextsIn, pageTextsIn } from '../../../texts/texts.ts'
import type { MailContent, MailKind, PageTexts } from '../../../texts/types.ts'
import { namesInMail } from '../../../texts/words.ts'
import { type KeptNow, readKept } from './kept-settings.ts'
import type * as schema from './schema.ts'

export async function getSettings(ctx: Deps): Promise<schema.SchoolSettings> {
  return toSettings(ctx, await readKept(ctx))
}

export function toSettings(
  ctx: Pick<Deps, 'config'>,
  { revision, values }: KeptNow,
): schema.SchoolSettings {
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

/** Lists what holds where the school says nothing: the folder's texts, or else Lyceum's. */
export function listStandardTexts(
  { config }: Deps,
  { language }: schema.StandardTextsInput,
): schema.StandardTexts {
  const { mails, pages } = config.ofEnvironment.folder.texts
  const spoken = languages.filter((tag) => tag === language)
  const ofMails = spoken.flatMap((tag) =>
    mailKinds.map((kind) => {
      const own = mails[tag]?.[kind]
      const { subject, lead, paragraphs } = { ...sampleOf(kind, tag), ...own }
      return {
        setting: 'mailTexts' as const,
        name: kind,
        texts: [subject, lead, ...(paragraphs ?? [])].filter((text) => text !== undefined),
        placeholders: namesInMail(kind),
        isFixed: own !== undefined,
      }
    }),
  )
  const texts = Object.entries(pageTextsIn(language)) as [keyof PageTexts, string][]
  const ofPages = texts.map(([key, text]) => ({
    setting: 'pageTexts' as const,
    name: key,
    texts: [pages[language]?.[key] ?? text],
    placeholders: placeholdersIn(text),
    isFixed: pages[language]?.[key] !== undefined,
  }))
  return { items: [...ofMails, ...ofPages] }
}

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
  lines: [],
  more: 0,
  ...{ page: null, comment: null, note: null, device: null },
}

/** Composes a mail of the kind, with names in braces in place of facts. */
function sampleOf(kind: MailKind, language: schema.TestMailInput['language']): MailContent {
  const compose = mailTextsIn(language).mails[kind] as (facts: object) => MailContent
  const names = namesInMail(kind).map((name) => [name, `{${name}}`])
  return compose({ title: '{title}', ...Object.fromEntries(names), ...sampleFacts, kind })
}
