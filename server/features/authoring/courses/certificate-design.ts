import type { OwnTemplate } from '../../../../content/branding/branding.ts'
import type { CourseBranding } from '../../../../content/branding/course-branding.ts'
import { AppError } from '../../../errors/errors.ts'
import type { CertificateDesign, CertificateDesignInput } from './certificate-design-schema.ts'

/** What a change names: `data:` URLs by the paths of files, and a template. */
export interface DesignFiles {
  pictures: ReadonlyMap<string, string>
  template: OwnTemplate | undefined
}

const noFiles: DesignFiles = { pictures: new Map(), template: undefined }

/** Returns what a course itself states about its certificates, without its pictures. */
export function toCertificateDesign(own: CourseBranding): CertificateDesign {
  const { issuer, logo, color, accent, signatures, lines, seal, background, ...design } = own
  const { template } = design
  return {
    issuer: issuer ?? null,
    logo: shownPicture(logo),
    color: color ?? null,
    accent: accent ?? null,
    signatures:
      signatures?.map(({ name, title, image }) => ({
        name,
        title,
        hasImage: image !== undefined,
      })) ?? null,
    lines: lines === undefined ? null : [...lines],
    heading: design.heading ?? null,
    beforeName: design.beforeName ?? null,
    beforeCourse: design.beforeCourse ?? null,
    distinction: design.distinction ?? null,
    distinctionFrom: design.distinctionFrom ?? null,
    paper: design.paper ?? null,
    orientation: design.orientation ?? null,
    seal: shownPicture(seal),
    background: shownPicture(background),
    template: template === undefined ? null : template === false ? 'none' : 'own',
  }
}

function shownPicture(picture: string | false | null | undefined): CertificateDesign['logo'] {
  if (picture === undefined) return null
  return typeof picture === 'string' ? 'picture' : 'none'
}

/**
 * Returns the design after a change; undefined if nothing of it is the course's own any more.
 * `files` has what the change names.
 * @throws InvalidFields
 */
export function changeDesign(
  own: CourseBranding,
  changes: CertificateDesignInput | null,
  { pictures, template }: DesignFiles = noFiles,
): CourseBranding | undefined {
  if (changes === null) return undefined
  const next = {
    issuer: chosen(changes.issuer, own.issuer),
    logo: pictures.get(changes.logoFile ?? '') ?? logoOf(changes.logo, own.logo),
    seal: pictures.get(changes.sealFile ?? '') ?? pictureOf('seal', changes, own),
    background: pictures.get(changes.backgroundFile ?? '') ?? pictureOf('background', changes, own),
    color: chosen(changes.color, own.color),
    accent: chosen(changes.accent, own.accent),
    signatures: signaturesOf(changes.signatures, { before: own.signatures, pictures }),
    lines: chosen(changes.lines, own.lines),
    heading: chosen(changes.heading, own.heading),
    beforeName: chosen(changes.beforeName, own.beforeName),
    beforeCourse: chosen(changes.beforeCourse, own.beforeCourse),
    distinction: chosen(changes.distinction, own.distinction),
    distinctionFrom: chosen(changes.distinctionFrom, own.distinctionFrom),
    paper: chosen(changes.paper, own.paper),
    orientation: chosen(changes.orientation, own.orientation),
    template: template ?? templateOf(changes.template, own.template),
  }
  const stated = Object.entries(next).filter(([, value]) => value !== undefined)
  return stated.length === 0 ? undefined : (Object.fromEntries(stated) as CourseBranding)
}

/** Applies a change: absent keeps the value, null removes it. */
function chosen<Value>(change: Value | null | undefined, before: Value | undefined) {
  return change === undefined ? before : (change ?? undefined)
}

function logoOf(
  change: CertificateDesignInput['logo'],
  before: CourseBranding['logo'],
): CourseBranding['logo'] {
  if (change === undefined) return before
  if (change === null) return undefined
  if (change === 'none') return null
  if (typeof before === 'string') return before
  throw withoutPicture('certificate.logo')
}

function pictureOf(
  name: 'seal' | 'background',
  { [name]: change }: CertificateDesignInput,
  { [name]: before }: CourseBranding,
): string | false | undefined {
  if (change === undefined) return before
  if (change === null) return undefined
  if (change === 'none') return false
  if (typeof before === 'string') return before
  throw withoutPicture(`certificate.${name}`)
}

function templateOf(
  change: CertificateDesignInput['template'],
  before: CourseBranding['template'],
): CourseBranding['template'] {
  if (change === undefined) return before
  if (change === null) return undefined
  if (change === 'none') return false
  if (before) return before
  const message = 'needs a template, and there is none: name a file of the course'
  throw new AppError('InvalidFields', { issues: [{ path: 'certificate.template', message }] })
}

/** Joins images to the names that they belong to. */
function signaturesOf(
  change: CertificateDesignInput['signatures'],
  { before, pictures }: Pick<DesignFiles, 'pictures'> & { before: CourseBranding['signatures'] },
): CourseBranding['signatures'] {
  if (change == null) return chosen(change, before)
  return change.map(({ name, title, hasImage, imageFile = '' }, index) => {
    const named = before?.filter((signature) => signature.name === name) ?? []
    const kept = (named.find((signature) => signature.title === title) ?? named[0])?.image
    const image = pictures.get(imageFile) ?? kept
    if (hasImage === true && image === undefined)
      throw withoutPicture(`certificate.signatures.${index}.hasImage`)
    return { name, title, ...(hasImage !== false && image !== undefined && { image }) }
  })
}

function withoutPicture(path: string): AppError {
  const message = 'needs a picture, and there is none: name a file of the course'
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}
