import {
  type Branding,
  defaultBranding,
  withoutPictures,
} from '../../../../content/branding/branding.ts'
import { createFonts } from '../fonts/runs.ts'
import type { BadgeContent, CertificateContent, ReceiptContent } from '../types.ts'
import { toBadge } from './badge.ts'
import { createCertificateTemplates, pageOf } from './certificate-template.ts'
import { toPrintedCertificate } from './printed-certificate.ts'
import { type PrintedDocument, prepareTexts } from './printed-document.ts'
import { toPrintedReceipt } from './printed-receipt.ts'

/** Turns content into documents that a page can print. */
export type Documents = ReturnType<typeof createDocuments>

/** Creates the documents; certificates without a branding of their own get this one. */
export function createDocuments(branding: Branding = defaultBranding) {
  const fonts = createFonts()
  const certificateTemplate = createCertificateTemplates()
  const plainBranding = withoutPictures(branding)
  function certificate(content: CertificateContent): Promise<PrintedDocument> {
    const own = content.branding ?? branding
    return toPrintedCertificate(
      content,
      { branding: own, template: certificateTemplate(own) },
      fonts,
    )
  }

  return {
    certificate,
    /** Makes the same as a picture. */
    certificatePicture: async (content: CertificateContent): Promise<PrintedDocument> => {
      const { widthMm, heightMm } = pageOf(content.branding ?? branding)
      const picture = { widthMm, heightMm, widthPixels: 1200 }
      return { ...(await certificate(content)), picture }
    },
    badge: (content: BadgeContent) => toBadge(content, content.branding ?? branding, fonts),
    receipt: (content: ReceiptContent) => toPrintedReceipt(content, branding, fonts),
    /** Makes a receipt without the pictures of the branding. */
    plainReceipt: (content: ReceiptContent) => toPrintedReceipt(content, plainBranding, fonts),
    /** Returns the characters of a text that no font has. */
    uncoveredIn: async (text: string) => (await prepareTexts({ text }, 'en', fonts)).uncovered,
  }
}
