import { buffer } from 'node:stream/consumers'
import {
  findPictureFault,
  maxPictureBytes,
  type OwnTemplate,
  pictureUrlOf,
} from '../../../../content/branding/branding.ts'
import {
  assembleTemplate,
  filesOfTemplate,
  maxTemplateBytes,
} from '../../../../content/branding/own-template.ts'
import { findCourseFile } from '../../../../db/queries/courses/media/course-files.ts'
import { findMedia } from '../../../../db/queries/courses/media/media.ts'
import type { Deps } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { openMedia } from '../../courses/media/open-media.ts'
import type { DesignFiles } from './certificate-design.ts'
import type { CertificateDesignInput } from './certificate-design-schema.ts'

type PictureDeps = Pick<Deps, 'db' | 'media' | 'log'>

/**
 * Reads the files of the course that a design names: pictures, and a template.
 * @throws InvalidFields for one that is missing or cannot be used for certificates
 */
export async function readDesignFiles(
  ctx: PictureDeps,
  { courseId, certificate }: { courseId: string; certificate: CertificateDesignInput },
): Promise<DesignFiles> {
  const { signatures } = certificate
  const named = [
    ...(['logoFile', 'sealFile', 'backgroundFile'] as const).map((name) => ({
      at: `certificate.${name}`,
      path: certificate[name],
    })),
    ...(signatures ?? []).map(({ imageFile: path }, index) => ({
      at: `certificate.signatures.${index}.imageFile`,
      path,
    })),
  ]
  const pictures = new Map<string, string>()
  const issues: Issue[] = []
  for (const { at, path } of named) {
    if (path === undefined) continue
    const bytes = await readFile(ctx, { courseId, path }, maxPictureBytes)
    const fault = typeof bytes === 'string' ? bytes : findPictureFault(bytes)
    if (fault !== undefined) issues.push({ path: at, message: fault })
    else if (typeof bytes !== 'string') pictures.set(path, pictureUrlOf(bytes) ?? '')
  }
  const read = await readTemplate(ctx, { courseId, path: certificate.templateFile })
  if ('fault' in read) issues.push({ path: 'certificate.templateFile', message: read.fault })
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
  return { pictures, template: 'template' in read ? read.template : undefined }
}

async function readTemplate(
  ctx: PictureDeps,
  { courseId, path }: { courseId: string; path: string | undefined },
): Promise<{ template: OwnTemplate | undefined } | { fault: string }> {
  if (path === undefined) return { template: undefined }
  const bytes = await readFile(ctx, { courseId, path }, maxTemplateBytes)
  if (typeof bytes === 'string') return { fault: bytes }
  const html = bytes.toString('utf8')
  const files = new Map<string, Buffer>()
  for (const part of filesOfTemplate(path, html)) {
    const content = await readFile(ctx, { courseId, path: part }, maxPictureBytes)
    if (typeof content !== 'string') files.set(part, content)
  }
  return assembleTemplate(path, html, files)
}

/** Returns the bytes of the file, or what is wrong with it. */
async function readFile(
  ctx: PictureDeps,
  { courseId, path }: { courseId: string; path: string },
  maxBytes: number,
): Promise<Buffer | string> {
  const file = await findCourseFile(ctx.db, { courseId, path })
  const media = file && (await findMedia(ctx.db, file.sha256))
  if (media === undefined) return 'is no file of this course: upload it under this path'
  // Reads no video into the memory.
  const end = Math.min(media.size, maxBytes + 1)
  return buffer(await openMedia(ctx, media, { start: 0, end }))
}
