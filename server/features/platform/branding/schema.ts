import { z } from 'zod'
import { field, named } from '../../../../lib/schema.ts'

export const CertificatePicture = named('CertificatePicture', 'A certificate as it is printed', {
  picture: field(
    z.string(),
    'A PNG of 1,200 pixels in width, in the shape of the paper, as a data: URL',
    'data:image/png;base64,iVBORw0KGgo=',
  ),
})
export type CertificatePicture = z.infer<typeof CertificatePicture>
