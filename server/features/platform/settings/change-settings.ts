import { isDeepStrictEqual } from 'node:util'
import { putSettings } from '../../../../db/queries/platform/settings.ts'
import { readSchool } from '../../../config/school-config.ts'
import { type SchoolValues, settingNames, variableOf } from '../../../config/school-settings.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { requireBrandingPrintable } from '../branding/course-branding.ts'
import { readKept, takeEffect } from './kept-settings.ts'
import type * as schema from './schema.ts'
import { fixedNames, toSettings } from './show-settings.ts'

/**
 * Changes settings; they hold at once in this process, and within seconds in the others.
 * @throws DraftChanged, InvalidFields
 */
export async function updateSettings(
  given: ActorDeps,
  { revision, ...changes }: schema.UpdateAnySettingsInput,
): Promise<schema.SchoolSettings> {
  refuseFixed(given, changes)
  const before = await readKept(given)
  if (before.revision !== revision)
    throw new AppError('DraftChanged', { facts: { revision: before.revision } })
  const values = changedBy(before.values, changes)
  const changed = settingNames.filter(
    (name) => !isDeepStrictEqual(before.values[name], values[name]),
  )
  if (changed.length === 0) return toSettings(given, before)
  await requireUsable(given, before.values, values)

  return inTransaction(given, async (ctx) => {
    const isFirst = await putSettings(ctx.db, { revision, content: values, at: ctx.now() })
    if (!isFirst) throw new AppError('DraftChanged', { facts: { revision: revision + 1 } })
    await recordEvent(ctx, 'settings-changed', {
      userId: null,
      details: {
        settings: changed.join(' '),
        ...changeOf(accessOf(before.values), accessOf(values)),
      },
    })
    const kept = { revision: revision + 1, values }
    ctx.afterCommit(() => takeEffect(ctx, kept))
    return toSettings(ctx, kept)
  })
}

/** Values, or their changes; null is not set. */
type Changes = { [Name in keyof SchoolValues]?: SchoolValues[Name] | null }

/** Returns the values after changes, without those that are not set. */
export function changedBy(values: SchoolValues, changes: Changes): SchoolValues {
  const set = Object.entries({ ...values, ...changes }).filter(([, value]) => value != null)
  return Object.fromEntries(set) as SchoolValues
}

function refuseFixed(ctx: ActorDeps, changes: Changes): void {
  const issues = fixedNames(ctx)
    .filter((name) => changes[name] !== undefined)
    .map((path) => ({
      path,
      message: `is fixed by ${variableOf(path)} in the environment of the server`,
    }))
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
}

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
async function requireUsable(ctx: ActorDeps, before: SchoolValues, after: SchoolValues) {
  const { ofEnvironment, oauthProviders } = ctx.config
  const { taxName, taxRate } = { ...after, ...ofEnvironment.fixed }
  if ((taxName === undefined) !== (taxRate === undefined))
    refuse(taxName === undefined ? 'taxName' : 'taxRate', 'name and rate go together')
  // One that was offered stays when it is no longer configured.
  const known = [...oauthProviders.map(({ name }) => name), ...(before.signInProviders ?? [])]
  const unknown = after.signInProviders?.find((name) => !known.includes(name))
  if (unknown !== undefined) refuse('signInProviders', `${unknown} is not configured`)

  const [was, is] = [readSchool(ofEnvironment, before), readSchool(ofEnvironment, after)]
  const { certificateIssuer: issuer, branding } = is
  if (!isDeepStrictEqual([was.certificateIssuer, was.branding], [issuer, branding]))
    await requireBrandingPrintable(ctx, { issuer, branding })
}

function refuse(path: string, message: string): never {
  throw new AppError('InvalidFields', { issues: [{ path, message }] })
}
