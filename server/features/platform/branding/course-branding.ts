import { createHash } from 'node:crypto'
import {
  type Branding,
  designOf,
  hasPictures,
  mayHideParts,
  type Signature,
} from '../../../../content/branding/branding.ts'
import type {
  CourseBranding,
  IssuerBranding,
} from '../../../../content/branding/course-branding.ts'
import type { Db } from '../../../../db/postgres/client.ts'
import { findBranding, putBranding } from '../../../../db/queries/platform/branding.ts'
import type { FrozenBranding } from '../../../adapters/pdf-printer/branding-cache.ts'
import { PrinterUnavailable, PrintInterrupted } from '../../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

/**
 * Refuses texts that no font has, and, by printing a sample, pictures that no browser can print or
 * nobody could see, before a learner depends on them. Without a browser pictures are not tried, and
 * what could hide a name is refused.
 * @throws InvalidFields, ServiceUnavailable
 */
export async function requirePrintable(
  ctx: Pick<Deps, 'db' | 'config' | 'printer' | 'log'>,
  { title, certificate: own }: { title: string; certificate?: CourseBranding },
): Promise<void> {
  const resolved = resolveBranding(ctx, own ?? {})
  await requireFonts(ctx, 'title', title)
  await requireFonts(ctx, 'certificate', wordsOf(resolved))
  if (own === undefined) return
  if ((await findBranding(ctx.db, keyOfCourseBranding(own))) !== undefined) return
  await requirePictures(ctx, resolved, 'certificate')
}

/** Refuses the same of the school's own branding. */
export async function requireBrandingPrintable(
  ctx: Pick<Deps, 'printer' | 'log'>,
  branding: IssuerBranding,
): Promise<void> {
  await requireFonts(ctx, 'certificateIssuer', wordsOf(branding))
  await requirePictures(ctx, branding, 'certificateLogo')
}

function wordsOf({ issuer, branding }: IssuerBranding): string {
  const signers = branding.signatures.flatMap(({ name, title }) => [name, title])
  const { heading, beforeName, beforeCourse, distinction } = branding
  const phrases = [heading, beforeName, beforeCourse, distinction]
  return [issuer, ...signers, ...branding.lines, ...phrases.flatMap((text) => text ?? [])].join(' ')
}

/** Refuses what nobody has looked at: a page that hides names would be found by a learner. */
const untried = {
  message:
    'A page or background of your own is printed once before it is used, and that did not work ' +
    'just now. Try again in a moment.',
  retryAfterSeconds: 30,
}

async function requirePictures(
  ctx: Pick<Deps, 'printer' | 'log'>,
  { branding }: IssuerBranding,
  path: 'certificate' | 'certificateLogo',
): Promise<void> {
  if (!hasPictures(branding)) return
  const fault = await ctx.printer.tryLook(branding).catch((error: unknown) => {
    if (!(error instanceof PrinterUnavailable || error instanceof PrintInterrupted)) throw error
    if (mayHideParts(branding))
      throw new AppError('ServiceUnavailable', { ...untried, cause: error })
    ctx.log.warn({ err: error }, 'pictures of certificates could not be tried in print')
    return undefined
  })
  if (fault === undefined) return
  const what = branding.template ? 'its template' : 'its pictures'
  const message = `${what} cannot be used on certificates: ${fault}`
  throw new AppError('InvalidFields', { issues: [{ path, message }] })
}

async function requireFonts(
  { printer }: Pick<Deps, 'printer'>,
  path: 'title' | 'certificate' | 'certificateIssuer',
  text: string,
): Promise<void> {
  const uncovered = await printer.findUncoveredIn(text)
  if (uncovered === undefined) return
  const message = `cannot be printed on certificates: no font has ${uncovered.codePoints.join(', ')}`
  throw new AppError('InvalidFields', { issues: [{ path, message }] })
}

/** Stores the branding of a course, and returns its key; null for a course without one. */
export async function storeCourseBranding(
  db: Db,
  branding: CourseBranding | undefined,
): Promise<string | null> {
  return branding === undefined ? null : storeBranding(db, inFullOrder(branding))
}

/** Returns the key under which storeCourseBranding() stores it. */
export function keyOfCourseBranding(branding: CourseBranding): string {
  return keyOf(JSON.stringify(inFullOrder(branding)))
}

/** Finds what a course itself states about its certificates; undefined if that is nothing. */
export async function findOwnBranding(
  db: Db,
  key: string | null,
): Promise<CourseBranding | undefined> {
  return key === null ? undefined : ((await readBranding(db, key)) as CourseBranding)
}

function inFullOrder(branding: CourseBranding): object {
  const { issuer, logo, color, accent, signatures, lines } = branding
  return {
    ...{ issuer, logo, color, accent, signatures: signatures?.map(inOrder), lines },
    ...designOf(branding),
  }
}

/** Returns a course's current branding: each field from the course, or else from the settings. */
export async function findCourseBranding(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  own: string | null,
): Promise<IssuerBranding> {
  return resolveBranding({ config }, (await findOwnBranding(db, own)) ?? {})
}

/** Returns the branding with what the settings say where the course says nothing. */
export function resolveBranding(
  { config }: Pick<Deps, 'config'>,
  { issuer = config.certificateIssuer, ...ofCourse }: CourseBranding,
): IssuerBranding {
  const resolved = { ...config.certificates.branding, ...ofCourse }
  const { logo, color, accent, signatures, lines } = resolved
  return {
    issuer,
    branding: {
      ...(logo != null && { logo }),
      ...{ color, accent, signatures, lines },
      ...designOf(resolved),
    },
  }
}

/** Returns the branding that a certificate issued now keeps. */
export async function freezeBranding(ctx: Deps, own: string | null): Promise<FrozenBranding> {
  const { frozen } = ctx.brandings
  const known = frozen.get(own ?? '')
  if (known !== undefined) return known

  const { issuer, branding } = await findCourseBranding(ctx, own)
  const { logo, color, accent, signatures, lines } = branding
  const current = {
    issuer,
    branding: await storeBranding(ctx.db, {
      logo,
      color,
      accent,
      signatures: signatures.map(inOrder),
      lines,
      ...designOf(branding),
    }),
  }
  ctx.afterCommit(() => frozen.set(own ?? '', current))
  return current
}

/**
 * Returns the branding that a certificate was issued with: the same object each time, so that the
 * printer can keep the template it made of it.
 */
export async function brandingOf(
  { db, brandings }: Pick<Deps, 'db' | 'brandings'>,
  key: string,
): Promise<Branding> {
  const branding = brandings.read.get(key) ?? ((await readBranding(db, key)) as Branding)
  brandings.read.set(key, branding)
  return branding
}

/** Returns the branding of a certificate: the stored one, or else that of the settings. */
export async function brandingOnPaper(
  ctx: Pick<Deps, 'db' | 'brandings' | 'config'>,
  key: string | null,
): Promise<Branding> {
  return key === null ? ctx.config.certificates.branding : brandingOf(ctx, key)
}

/** Orders the fields, so that the same branding has the same hash. */
function inOrder({ name, title, image }: Signature): Signature {
  return { name, title, image }
}

/** Returns the logo of a stored branding, a `data:` URL; undefined if there is none. */
export async function findStoredLogo(
  { db, brandings }: Pick<Deps, 'db' | 'brandings'>,
  key: string,
): Promise<string | undefined> {
  const known = brandings.read.get(key)
  if (known !== undefined) return known.logo
  const content = await findBranding(db, key)
  if (content === undefined) return undefined
  const { logo } = JSON.parse(content) as CourseBranding
  return logo ?? undefined
}

async function storeBranding(db: Db, branding: object): Promise<string> {
  const content = JSON.stringify(branding)
  const sha256 = keyOf(content)
  await putBranding(db, { sha256, content })
  return sha256
}

function keyOf(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

async function readBranding(db: Db, sha256: string): Promise<unknown> {
  const content = await findBranding(db, sha256)
  if (content === undefined) throw new Error('There is no such branding.')
  return JSON.parse(content)
}
