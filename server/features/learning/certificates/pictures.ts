import { LRUCache } from 'lru-cache'
import { type Branding, withoutPictures } from '../../../../content/branding/branding.ts'
import type { VersionRow } from '../../../../db/queries/courses/courses/courses.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { createQueue } from '../../../../lib/queue.ts'
import { createSingleFlight } from '../../../../lib/single-flight.ts'
import { pdfInTime } from '../../../adapters/pdf-printer/pdf-in-time.ts'
import {
  type BadgeContent,
  LookUnprintable,
  PrinterBusy,
} from '../../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { brandingOf, findCourseBranding } from '../../platform/branding/course-branding.ts'
import { certificateContentOf } from './certificate-content.ts'
import { hasExpired } from './validity/validity.ts'
import { isNameUnconfirmed } from './verify-certificate.ts'

/** PNGs, drawn on demand; the latest are kept in memory. */
export interface Pictures {
  /** Draws the preview of a link, only while the certificate is valid and its name confirmed. */
  ofCertificate(certificate: CertificateRow): Promise<Uint8Array>
  /** Draws the badge in the certificate's own branding. */
  ofBadge(certificate: CertificateRow): Promise<Uint8Array>
  /** Draws the badge of a version of a course, in its current branding. */
  ofAchievement(version: VersionRow): Promise<Uint8Array>
}

const keptBytes = 16_000_000
/** Limits what anyone may ask for, so that it never fills the queue in which certificates wait. */
const drawnAtOnce = 2
const waitingAtOnce = 40

const words = {
  missing: 'This server has no browser to draw the picture with.',
  busy: 'The picture is being drawn. Try again in a moment.',
  expired: 'There is no picture of a certificate that has expired.',
  unnamed: 'There is no picture until the holder has confirmed the name on the certificate.',
}

export function createPictures(ctx: Deps): Pictures {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: keptBytes,
    sizeCalculation: ({ length }) => length,
  })
  const drawing = createSingleFlight<string, Uint8Array>()
  const turns = createQueue({
    concurrency: drawnAtOnce,
    maxWaiting: waitingAtOnce,
    whenFull: () => new PrinterBusy(`${waitingAtOnce} pictures are waiting to be drawn already`),
  })
  /** Lets certificates that somebody waits for go first. */
  const priority = { interactive: false }

  async function keep(key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const drawn = drawing.run(key, async () => {
      const picture = kept.get(key) ?? (await turns.run(draw))
      // Keeps it here, so that it is ready for those who gave up waiting and ask again.
      kept.set(key, picture)
      return picture
    })
    return pdfInTime(drawn, words)
  }

  /** Draws it, leaving out pictures of the branding that cannot be printed, as on paper. */
  async function drawIn(
    branding: Branding,
    draw: (branding: Branding) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    try {
      return await draw(branding)
    } catch (error) {
      if (error instanceof LookUnprintable) return draw(withoutPictures(branding))
      throw error
    }
  }

  function drawBadge(
    { courseTitle, issuer, language }: Omit<BadgeContent, 'branding'>,
    branding: Branding,
  ): Promise<Uint8Array> {
    const content = { courseTitle, issuer, language }
    return drawIn(branding, (branding) => ctx.printer.drawBadge({ ...content, branding }, priority))
  }

  return {
    ofCertificate: async (certificate) => {
      if (certificate.status === 'revoked') throw new AppError('CertificateRevoked')
      if (certificate.status === 'superseded') throw new AppError('CertificateSuperseded')
      if (hasExpired(certificate, ctx.now()))
        throw new AppError('NotFound', { message: words.expired })
      if (await isNameUnconfirmed(ctx, certificate))
        throw new AppError('NotFound', { message: words.unnamed })
      return keep(`certificate ${certificate.id}`, async () => {
        const content = await certificateContentOf(ctx, certificate)
        return drawIn(await brandingOfCertificate(ctx, certificate), (branding) =>
          ctx.printer.drawCertificate({ ...content, branding }, priority),
        )
      })
    },
    ofBadge: (certificate) =>
      keep(
        `badge ${certificate.versionId} ${certificate.issuer} ${certificate.branding ?? ctx.config.schoolRevision}`,
        async () => drawBadge(certificate, await brandingOfCertificate(ctx, certificate)),
      ),
    ofAchievement: ({ versionId, title: courseTitle, language, branding: own }) =>
      keep(`achievement ${versionId} ${own} ${ctx.config.schoolRevision}`, async () => {
        const { issuer, branding } = await findCourseBranding(ctx, own)
        return drawBadge({ courseTitle, issuer, language }, branding)
      }),
  }
}

function brandingOfCertificate(ctx: Deps, { branding }: CertificateRow): Promise<Branding> {
  return branding === null
    ? Promise.resolve(ctx.config.certificates.branding)
    : brandingOf(ctx, branding)
}
