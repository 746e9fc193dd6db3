import { z } from 'zod'
import { designFields, signaturesOf } from '../../../../books/folder/course-certificate.ts'
import { FilePath } from '../../../../content/files/files-schema.ts'
import { named, namedInput } from '../../../../lib/schema.ts'

const { issuer, color, accent, signerName, signerTitle, lines } = designFields

const Logo = z.enum(['picture', 'none']).nullable()
const examples = {
  logo: {
    description: 'picture: its own; none: the name of the issuer instead',
    examples: ['none'],
  },
  issuer: { description: 'Organization named on certificates', examples: ['Faculty of Knots'] },
  color: { description: 'Color of letters and frame, dark', examples: ['#0b3d34'] },
  accent: { description: 'Color of ornaments and seal', examples: ['#c2542d'] },
  name: { description: 'Name of the signer', examples: ['Ada Lovelace'] },
  title: { description: 'Title of the signer', examples: ['Dean'] },
  lines: { description: 'Small print', examples: [['Accredited by the Guild of Sailors']] },
}

export const CertificateDesign = named(
  'CertificateDesign',
  'How the certificates of a course look; null is what the settings say',
  {
    issuer: z.string().nullable().meta(examples.issuer),
    logo: Logo.meta(examples.logo),
    color: z.string().nullable().meta(examples.color),
    accent: z.string().nullable().meta(examples.accent),
    signatures: z
      .array(
        z.object({
          name: z.string().meta(examples.name),
          title: z.string().meta(examples.title),
          hasImage: z.boolean().describe('Whether it has a handwritten signature'),
        }),
      )
      .nullable()
      .describe('Signatures at the foot'),
    lines: z.array(z.string()).nullable().meta(examples.lines),
  },
)
export type CertificateDesign = z.infer<typeof CertificateDesign>

const picture = 'a PNG or SVG among the files of the course, which is copied'

const Signature = z.strictObject({
  name: signerName.meta(examples.name),
  title: signerTitle.meta(examples.title),
  hasImage: z
    .boolean()
    .optional()
    .describe('false removes the image; by default the image of the same name stays'),
  imageFile: FilePath.optional().describe(`Handwritten signature: ${picture}`),
})

export const CertificateDesignInput = namedInput(
  'CertificateDesignInput',
  'Changes of the certificate design. Fields that you leave out stay, null is what the ' +
    'settings say. Pictures are files of the course, or come with an import.',
  {
    issuer: issuer.nullable().optional().meta(examples.issuer),
    logo: Logo.optional().meta(examples.logo),
    logoFile: FilePath.optional().describe(`Logo in place of the one before: ${picture}`),
    color: color.nullable().optional().meta(examples.color),
    accent: accent.nullable().optional().meta(examples.accent),
    signatures: signaturesOf(Signature)
      .nullable()
      .optional()
      .describe('Signatures at the foot, replaced whole; [] for none'),
    lines: lines.nullable().optional().meta(examples.lines),
  },
)
export type CertificateDesignInput = z.infer<typeof CertificateDesignInput>
