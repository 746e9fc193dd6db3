import { isDeepStrictEqual } from 'node:util'
import { putSettings } from '../../../../db/queries/platform/settings.ts'
import { readSchool, schoolProblems } from '../../../config/school-config.ts'
import { type SchoolValues, schoolSettings, settingNames } from '../../../config/school-settings.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { type BrandTexts, placeholdersIn } from '../../../texts/brand.ts'
import { pageTextsIn } from '../../../texts/texts.ts'
import { findTextFaults, findUnknownName, namesInMail } from '../../../texts/words.ts'
import { requireBrandingPrintable } from '../branding/course-branding.ts'
import { type KeptNow, readKept, takeEffect } from './kept-settings.ts'
import * as schema from './schema.ts'
import { fixedNames, toSettings } from './show-settings.ts'

/**
 * Changes settings; they hold at once in this process, and within seconds in the others.
 * @throws DraftChanged, InvalidFields
 */
export async function updateSettings(
  ctx: ActorDeps,
  { revision, ...changes }: schema.UpdateSettingsInput | schema.UpdateAccessInput,
): Promise<schema.SchoolSettings> {
  const given = settingNames.filter((name) => name in changes)
  const issues = given
    .filter((name) => fixedNames(ctx).includes(name))
    .map((path) => ({
      path,
      message: `is fixed by ${schoolSettings[path].setting} in the environment of the server`,
    }))
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
  const named = Object.fromEntries(given.map((name) => [name, Object(changes)[name]]))
  const kept = await change(ctx, revision, ({ values, texts }) => ({
    values: withoutNulls({ ...values, ...named }),
    texts,
  }))
  return toSettings(ctx, kept)
}

/** @throws DraftChanged, InvalidFields */
export async function setMailText(
  ctx: ActorDeps,
  { revision, language, kind, subject, lead, paragraphs }: schema.SetMailTextInput,
): Promise<{ revision: number }> {
  requireKnownNames({ subject, lead, paragraphs: paragraphs?.join(' ') }, namesInMail(kind))
  const words = {
    ...(subject !== null && { subject }),
    ...(lead !== null && { lead }),
    ...(paragraphs !== null && paragraphs.length > 0 && { paragraphs }),
  }
  const isOwn = Object.keys(words).length > 0
  return change(ctx, revision, ({ values, texts }) => {
    const { [kind]: _before, ...others } = texts.mails[language] ?? {}
    const ofLanguage = isOwn ? { ...others, [kind]: words } : others
    return { values, texts: { ...texts, mails: { ...texts.mails, [language]: ofLanguage } } }
  })
}

/** @throws DraftChanged, InvalidFields */
export async function setPageText(
  ctx: ActorDeps,
  { revision, language, key, text }: schema.SetPageTextInput,
): Promise<{ revision: number }> {
  requireKnownNames({ text }, placeholdersIn(pageTextsIn(language)[key]))
  return change(ctx, revision, ({ values, texts }) => {
    const { [key]: _before, ...others } = texts.pages[language] ?? {}
    const ofLanguage = text === null ? others : { ...others, [key]: text }
    return { values, texts: { ...texts, pages: { ...texts.pages, [language]: ofLanguage } } }
  })
}

/**
 * Replaces everything that the desk keeps.
 * @throws DraftChanged, InvalidFields
 */
export async function importSettings(
  ctx: ActorDeps,
  { revision, file }: Pick<schema.ImportSettingsInput, 'revision' | 'file'>,
): Promise<schema.ImportedSettings> {
  const told = await foretellImport(ctx, file)
  const kept = await change(ctx, revision, () => told.next, { imported: true })
  return { ...told.changes, revision: kept.revision }
}

/**
 * Says what an import of the file would change, and changes nothing.
 * @throws InvalidFields
 */
export async function checkFile(
  ctx: ActorDeps,
  { file }: schema.CheckFileInput,
): Promise<schema.ImportedSettings> {
  const { before, next, changes } = await foretellImport(ctx, file)
  await requireUsable(ctx, before, next)
  return changes
}

async function foretellImport(ctx: ActorDeps, file: schema.SettingsFile) {
  const read = schema.FileContent.safeParse(file)
  if (!read.success)
    throw new AppError('InvalidFields', {
      issues: read.error.issues.map(({ path, message }) => ({
        path: ['file', ...path].join('.'),
        message,
      })),
    })
  const values = withoutNulls(read.data.values)
  const next = { values, texts: read.data.texts as BrandTexts }
  const before = await readKept(ctx)
  const fixed = fixedNames(ctx).filter((name) => values[name] !== undefined)
  const changes = { revision: before.revision, changed: changedNames(before, next), fixed }
  return { before, next, changes }
}

type Next = Omit<KeptNow, 'revision'>

/** Applies an edit to what was read, unless somebody else was faster. */
async function change(
  given: ActorDeps,
  revision: number,
  edit: (before: KeptNow) => Next,
  details: { imported?: true } = {},
): Promise<KeptNow> {
  const before = await readKept(given)
  requireRevision(before, revision)
  const next = edit(before)
  const changed = changedNames(before, next)
  if (changed.length === 0) return before
  await requireUsable(given, before, next)

  return inTransaction(given, async (ctx) => {
    const isFirst = await putSettings(ctx.db, { revision, content: next, at: ctx.now() })
    if (!isFirst) throw new AppError('DraftChanged', { facts: { revision: revision + 1 } })
    await recordEvent(ctx, 'settings-changed', {
      userId: null,
      details: {
        settings: changed.join(' '),
        ...details,
        ...changeOf(accessOf(before.values), accessOf(next.values)),
      },
    })
    const kept = { ...next, revision: revision + 1 }
    ctx.afterCommit(() => takeEffect(ctx, next, kept.revision))
    return kept
  })
}

/** Refuses, at its field, a text with a name in braces that nothing fills in. */
function requireKnownNames(
  texts: Readonly<Record<string, string | null | undefined>>,
  known: readonly string[],
): void {
  const issues = Object.entries(texts).flatMap(([path, text]) => {
    const name = findUnknownName(text ?? '', known)
    return name === undefined ? [] : [{ path, message: unknownName(name, known) }]
  })
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
}

function unknownName(name: string, known: readonly string[]): string {
  const list = known.map((one) => `{${one}}`).join(', ')
  return `{${name}} is unknown: ${list === '' ? 'nothing is filled in there' : `known are ${list}`}`
}

function requireRevision({ revision: is }: KeptNow, revision: number): void {
  if (is !== revision) throw new AppError('DraftChanged', { facts: { revision: is } })
}

/** Names what differs: settings, and texts by their place. */
function changedNames(before: Next, next: Next): string[] {
  const values = settingNames.filter(
    (name) => !isDeepStrictEqual(before.values[name], next.values[name]),
  )
  const texts = (['mails', 'pages'] as const).filter(
    (part) => !isDeepStrictEqual(plain(before.texts[part]), plain(next.texts[part])),
  )
  return [...values, ...texts]
}

/** Leaves out what is undefined, as the database does. */
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value))

/** Returns what an investigation wants to know of settings that loosen or tighten access. */
function accessOf(values: SchoolValues) {
  return {
    publicOperations: values.publicOperations?.join(' '),
    signInProviders: values.signInProviders?.join(' '),
    secondFactorFor: values.secondFactorFor?.join(' '),
    oauthLinkVerifiedEmails: values.oauthLinkVerifiedEmails,
    teachersSeeEmails: values.teachersSeeEmails,
  }
}

/** Refuses what contradicts itself, names what is not there, or cannot be printed. */
async function requireUsable(ctx: ActorDeps, before: Next, next: Next): Promise<void> {
  const { ofEnvironment, oauthProviders } = ctx.config
  const values = { ...next.values, ...ofEnvironment.fixed }
  const [lacking] = schoolProblems(values)
  if (lacking !== undefined) {
    const path = values.taxName === undefined ? 'taxName' : 'taxRate'
    throw new AppError('InvalidFields', {
      issues: [{ path, message: 'name and rate go together' }],
    })
  }
  const known = oauthProviders.map(({ name }) => name)
  const unknown = next.values.signInProviders?.find((name) => !known.includes(name))
  if (unknown !== undefined && before.values.signInProviders?.includes(unknown) !== true)
    throw new AppError('InvalidFields', {
      issues: [{ path: 'signInProviders', message: `${unknown} is not configured` }],
    })
  const issues = findTextFaults(next.texts).map(({ path, name, known }) => ({
    path: `file.texts.${path}`,
    message: unknownName(name, known),
  }))
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })

  const [was, is] = [before, next].map((kept) => readSchool(ofEnvironment, kept))
  const looksOf = (school: typeof is) => [school?.certificateIssuer, school?.branding]
  if (is !== undefined && !isDeepStrictEqual(looksOf(was), looksOf(is)))
    await requireBrandingPrintable(ctx, { issuer: is.certificateIssuer, branding: is.branding })
}

export function withoutNulls(values: { [Name in keyof SchoolValues]: SchoolValues[Name] | null }) {
  const set = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(set) as SchoolValues
}
