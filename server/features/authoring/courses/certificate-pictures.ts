import { buffer } from 'node:stream/consumers'
import {
  findPictureFault,
  maxPictureBytes,
  pictureUrlOf,
} from '../../../../content/branding/branding.ts'
import { findCourseFile } from '../../../../db/queries/courses/media/course-files.ts'
import { findMedia } from '../../../../db/queries/courses/media/media.ts'
import type { Deps } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { openMedia } from '../../courses/media/open-media.ts'
import type { CertificateDesignInput } from './certificate-design-schema.ts'

type PictureDeps = Pick<Deps, 'db' | 'media' | 'log'>

/**
 * Reads the files of the course that a design names as pictures; returns their `data:` URLs by path.
 * @throws InvalidFields for one that is missing or no picture for certificates
 */
export async function readPictures(
  ctx: PictureDeps,
  { courseId, certificate }: { courseId: string; certificate: CertificateDesignInput },
): Promise<Map<string, string>> {
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
    const bytes = await readPicture(ctx, { courseId, path })
    const fault = typeof bytes === 'string' ? bytes : findPictureFault(bytes)
    if (fault !== undefined) issues.push({ path: at, message: fault })
    else if (typeof bytes !== 'string') pictures.set(path, pictureUrlOf(bytes) ?? '')
  }
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
  return pictures
}

/** Returns the bytes of the file, or what is wrong with it. */
async function readPicture(
  ctx: PictureDeps,
  { courseId, path }: { courseId: string; path: string },
): Promise<Buffer | string> {
  const file = await findCourseFile(ctx.db, { courseId, path })
  const media = file && (await findMedia(ctx.db, file.sha256))
  if (media === undefined) return 'is no file of this course: upload it under this path'
  // Reads no video into the memory.
  const end = Math.min(media.size, maxPictureBytes + 1)
  return buffer(await openMedia(ctx, media, { start: 0, end }))
}
