import {
  agreeToBeShown,
  endBeingShown,
  findTeacher,
  putTeacherProfile,
} from '../../../../db/queries/authoring/teachers.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { coverTypes } from '../../courses/media/cover-types.ts'
import { typeOfMedia } from '../../courses/media/media-type.ts'
import { sizeOfPicture } from '../../courses/media/picture-size.ts'
import { storeMedia } from '../../courses/media/store-media.ts'
import {
  maxPortraitBytes,
  maxPortraitPixels,
  type TeacherInput,
  type TeacherProfile,
  type UpdateTeacherInput,
} from './schema.ts'

export async function getTeacher(
  { db, user, mediaUrls, now }: UserContext,
  { courseId }: TeacherInput,
): Promise<TeacherProfile> {
  const found = await findTeacher(db, { courseId, userId: user.id })
  if (found === undefined) throw new AppError('MemberNotFound')
  const { shown, biography, sha256 } = found
  return {
    shown,
    biography,
    picture: sha256 && mediaUrls.urlOf({ sha256, name: 'portrait' }, now()),
  }
}

/** @throws MemberNotFound, InvalidFields, ServiceUnavailable */
export async function updateTeacher(
  ctx: UserContext,
  { courseId, shown, biography, picture }: UpdateTeacherInput,
): Promise<TeacherProfile> {
  await getTeacher(ctx, { courseId })
  const sha256 = typeof picture === 'string' ? await storePortrait(ctx, picture) : picture

  return inTransaction(ctx, async (ctx) => {
    const { db, user, now } = ctx
    const member = { courseId, userId: user.id }
    if (biography !== undefined || sha256 !== undefined)
      await putTeacherProfile(db, {
        userId: user.id,
        ...(biography !== undefined && { biography }),
        ...(sha256 !== undefined && { sha256 }),
      })
    if (shown === true) await agreeToBeShown(db, { ...member, at: now() })
    if (shown === false) await endBeingShown(db, member)
    return getTeacher(ctx, { courseId })
  })
}

/** Stores a picture whose bytes are what every browser shows, whatever its `data:` URL says. */
async function storePortrait(ctx: UserContext, url: string): Promise<string> {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const message = await findFault(bytes)
  if (message !== undefined)
    throw new AppError('InvalidFields', { issues: [{ path: 'picture', message }] })
  const { sha256 } = await storeMedia(ctx, one(bytes), { maxBytes: maxPortraitBytes })
  return sha256
}

/** Says what keeps a picture from being shown: few bytes can unfold to more than a phone holds. */
async function findFault(bytes: Uint8Array): Promise<string | undefined> {
  const type = await typeOfMedia(bytes)
  if (!coverTypes.has(type)) return 'is neither a PNG nor a JPEG nor a WebP'
  if (bytes.length > maxPortraitBytes) return 'is larger than 100 kB'
  const size = sizeOfPicture(bytes, type)
  if (size === undefined) return 'does not say how large it is'
  const isLarge = Math.max(size.width, size.height) > maxPortraitPixels
  return isLarge ? `has more than ${maxPortraitPixels} pixels on a side` : undefined
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
