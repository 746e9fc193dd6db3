import { z } from 'zod'
import { designFields, signaturesOf } from '../../../../books/folder/course-certificate.ts'
import { orientations, papers } from '../../../../content/branding/branding.ts'
import { FilePath } from '../../../../content/files/files-schema.ts'
import { named, namedInput } from '../../../../lib/schema.ts'

const { issuer, color, accent, signerName, signerTitle, lines, ...design } = designFields

const OwnPicture = z.enum(['picture', 'none']).nullable()
const Template = z.enum(['own', 'none']).nullable()
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
  heading: { description: 'Heading in place of the usual one', examples: ['Diploma'] },
  beforeName: { description: 'Phrase above the name', examples: ['We are proud of'] },
  beforeCourse: { description: 'Phrase above the title', examples: ['who has mastered'] },
  distinction: {
    description: 'Line below the title where the printed grade is at least `distinctionFrom`',
    examples: ['with distinction'],
  },
  distinctionFrom: { description: 'Least grade of a distinction, in percent', examples: [90] },
  paper: { description: 'Size of the paper', examples: ['Letter'] },
  orientation: { description: 'How the paper lies', examples: ['portrait'] },
  seal: { description: 'picture: its own; none: no seal', examples: ['none'] },
  background: {
    description: 'picture: its own, which covers the page; none: the usual frame',
    examples: ['none'],
  },
  template: {
    description: 'own: HTML and CSS of its own, which replace the page; none: the usual page',
    examples: ['none'],
  },
}

export const CertificateDesign = named(
  'CertificateDesign',
  'How the certificates of a course look; null is what the settings say',
  {
    issuer: z.string().nullable().meta(examples.issuer),
    logo: OwnPicture.meta(examples.logo),
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
    heading: z.string().nullable().meta(examples.heading),
    beforeName: z.string().nullable().meta(examples.beforeName),
    beforeCourse: z.string().nullable().meta(examples.beforeCourse),
    distinction: z.string().nullable().meta(examples.distinction),
    distinctionFrom: z.int().nullable().meta(examples.distinctionFrom),
    paper: z.enum(papers).nullable().meta(examples.paper),
    orientation: z.enum(orientations).nullable().meta(examples.orientation),
    seal: OwnPicture.meta(examples.seal),
    background: OwnPicture.meta(examples.background),
    template: Template.meta(examples.template),
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
    logo: OwnPicture.optional().meta(examples.logo),
    logoFile: FilePath.optional().describe(`Logo in place of the one before: ${picture}`),
    color: color.nullable().optional().meta(examples.color),
    accent: accent.nullable().optional().meta(examples.accent),
    signatures: signaturesOf(Signature)
      .nullable()
      .optional()
      .describe('Signatures at the foot, replaced whole; [] for none'),
    lines: lines.nullable().optional().meta(examples.lines),
    heading: design.heading.nullable().optional().meta(examples.heading),
    beforeName: design.beforeName.nullable().optional().meta(examples.beforeName),
    beforeCourse: design.beforeCourse.nullable().optional().meta(examples.beforeCourse),
    distinction: design.distinction.nullable().optional().meta(examples.distinction),
    distinctionFrom: design.distinctionFrom.nullable().optional().meta(examples.distinctionFrom),
    paper: design.paper.nullable().optional().meta(examples.paper),
    orientation: design.orientation.nullable().optional().meta(examples.orientation),
    seal: OwnPicture.optional().meta(examples.seal),
    sealFile: FilePath.optional().describe(`Seal in place of the one before: ${picture}`),
    background: OwnPicture.optional().meta(examples.background),
    backgroundFile: FilePath.optional().describe(
      `Background in place of the one before: ${picture}`,
    ),
    template: Template.optional().meta(examples.template),
    templateFile: FilePath.optional().describe(
      'Template in place of the one before: HTML among the files of the course, which is copied ' +
        'with the CSS of the same name and its pictures',
    ),
  },
)
export type CertificateDesignInput = z.infer<typeof CertificateDesignInput>
