import { type Branding, defaultBranding, withoutPictures } from '../branding.ts'
import { createFonts } from '../fonts/fonts.ts'
import type { BadgeContent, CertificateContent, ReceiptContent } from '../types.ts'
import { toBadge } from './badge.ts'
import { createCertificateTemplates } from './certificate-template.ts'
import { toPrintedCertificate } from './printed-certificate.ts'
import { type PrintedDocument, prepareTexts } from './printed-document.ts'
import { toPrintedReceipt } from './printed-receipt.ts'
import { receiptTemplate } from './receipt-template.ts'

/** Turns content into documents that a page can print. */
export interface Documents {
  certificate(content: CertificateContent): Promise<PrintedDocument>
  /** The same as a picture. */
  certificatePicture(content: CertificateContent): Promise<PrintedDocument>
  badge(content: BadgeContent): Promise<PrintedDocument>
  receipt(content: ReceiptContent): Promise<PrintedDocument>
  /** The characters of a text that no font has. */
  uncoveredIn(text: string): Promise<string[]>
  /** Without the pictures of the branding. */
  plainReceipt(content: ReceiptContent): Promise<PrintedDocument>
}

/** Certificates without a branding of their own get this one. */
export function createDocuments(branding: Branding = defaultBranding): Documents {
  const fonts = createFonts()
  const certificateTemplate = createCertificateTemplates()
  const receipts = receiptsIn(branding)
  const plainReceipts = receiptsIn(withoutPictures(branding))
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
    certificatePicture: async (content) => ({
      ...(await certificate(content)),
      picture: { widthMm: 297, heightMm: 210, widthPixels: 1200 },
    }),
    badge: (content) => toBadge(content, content.branding ?? branding, fonts),
    receipt: (content) => toPrintedReceipt(content, receipts, fonts),
    uncoveredIn: async (text) => (await prepareTexts({ text }, 'en', fonts)).uncovered,
    plainReceipt: (content) => toPrintedReceipt(content, plainReceipts, fonts),
  }
}

function receiptsIn(branding: Branding) {
  return { branding, template: receiptTemplate(branding) }
}
