import { type Branding, defaultBranding } from '../branding.ts'
import { createFonts } from '../fonts/fonts.ts'
import type { CertificateContent, ReceiptContent } from '../types.ts'
import { createCertificateTemplates } from './certificate-template.ts'
import { toPrintedCertificate } from './printed-certificate.ts'
import type { PrintedDocument } from './printed-document.ts'
import { toPrintedReceipt } from './printed-receipt.ts'
import { receiptTemplate } from './receipt-template.ts'

/** Turns content into documents that a page can print. */
export interface Documents {
  certificate(content: CertificateContent): Promise<PrintedDocument>
  receipt(content: ReceiptContent): Promise<PrintedDocument>
}

/** Certificates without a branding of their own get this one. */
export function createDocuments(branding: Branding = defaultBranding): Documents {
  const fonts = createFonts()
  const certificateTemplate = createCertificateTemplates()
  const receipts = { branding, template: receiptTemplate(branding) }
  return {
    certificate: (content) => {
      const own = content.branding ?? branding
      return toPrintedCertificate(
        content,
        { branding: own, template: certificateTemplate(own) },
        fonts,
      )
    },
    receipt: (content) => toPrintedReceipt(content, receipts, fonts),
  }
}
