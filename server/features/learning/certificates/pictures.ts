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
import { isNameUnconfirmed } from './verify-certificate.ts'

/** PNGs, drawn when somebody asks for them; the last ones are kept in memory. */
export interface Pictures {
  /** For previews of links, so only while it is valid and its name is confirmed. */
  ofCertificate(certificate: CertificateRow): Promise<Uint8Array>
  /** The badge as the certificate's own branding has it. */
  ofBadge(certificate: CertificateRow): Promise<Uint8Array>
  /** The badge of a version of a course, in its current branding. */
  ofAchievement(version: VersionRow): Promise<Uint8Array>
}

const keptBytes = 16_000_000
/** Anyone can ask for them, so they never fill the queue that certificates wait in. */
const drawnAtOnce = 2
const waitingAtOnce = 40

const words = {
  missing: 'This server has no browser to draw the picture with.',
  busy: 'The picture is being drawn. Try again in a moment.',
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
  /** Certificates that somebody waits for go first. */
  const priority = { interactive: false }

  async function keep(key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const drawn = drawing.run(key, async () => {
      const picture = kept.get(key) ?? (await turns.run(draw))
      // Here, so that one that nobody waits for any more is there when they ask again.
      kept.set(key, picture)
      return picture
    })
    return pdfInTime(drawn, words)
  }

  /** A branding whose pictures cannot be printed leaves them out here too. */
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
        `badge ${certificate.versionId} ${certificate.issuer} ${certificate.branding}`,
        async () => drawBadge(certificate, await brandingOfCertificate(ctx, certificate)),
      ),
    ofAchievement: ({ versionId, title: courseTitle, language, branding: own }) =>
      keep(`achievement ${versionId} ${own}`, async () => {
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
