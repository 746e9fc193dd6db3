import { z } from 'zod'
import {
  isColor,
  isVisible,
  maxLines,
  maxSignatures,
  orientations,
  paleWords,
  papers,
} from '../../content/branding/branding.ts'
import { FileName, must, text } from '../../lib/fields/field-schemas.ts'
import type { YamlFile } from '../reading/yaml-file.ts'

const colorWords = must('be a color in quotes, like "#1a2b45"')
const Color = z
  .string(colorWords)
  .refine(isColor, { error: 'must be a color in quotes, like "#1a2b45"', abort: true })

/** The fields that a course.yaml and the API share. */
export const designFields = {
  issuer: text(100),
  color: Color.refine((color) => isVisible(color, 'text'), paleWords),
  accent: Color.refine((color) => isVisible(color, 'ornament'), paleWords),
  signerName: text(100),
  signerTitle: text(100),
  lines: z
    .array(text(160), must('be a list of lines'))
    .max(maxLines, `are too many: at most ${maxLines} are allowed`),
  heading: text(60),
  beforeName: text(100),
  beforeCourse: text(100),
  distinction: text(100),
  distinctionFrom: z
    .int(must('be a whole percentage, like 90'))
    .min(1, 'must be a whole percentage, like 90')
    .max(100, 'must be a whole percentage, like 90'),
  paper: z.enum(papers, must(`be one of ${papers.join(', ')}`)),
  orientation: z.enum(orientations, must(`be one of ${orientations.join(', ')}`)),
}

const PictureEntry = z.union(
  [FileName, z.literal(false)],
  must("be a file's name, or false for none"),
)

/** Returns a list of signatures, whatever each states. */
export function signaturesOf<Entry extends z.ZodType>(entry: Entry): z.ZodArray<Entry> {
  return z
    .array(entry, must('be a list of signatures'))
    .max(maxSignatures, `are too many: at most ${maxSignatures} are allowed`)
}

export const SignatureEntry = z.strictObject(
  {
    name: designFields.signerName,
    title: designFields.signerTitle,
    image: FileName.exactOptional(),
  },
  must('have fields, like { name: Ada Lovelace, title: Dean, image: ada.svg }'),
)

/** The certificate section of course.yaml; pictures are file names. */
export const CertificateEntry = z.strictObject(
  {
    issuer: designFields.issuer.exactOptional(),
    logo: PictureEntry.exactOptional(),
    color: designFields.color.exactOptional(),
    accent: designFields.accent.exactOptional(),
    signatures: signaturesOf(SignatureEntry).exactOptional(),
    lines: designFields.lines.exactOptional(),
    heading: designFields.heading.exactOptional(),
    beforeName: designFields.beforeName.exactOptional(),
    beforeCourse: designFields.beforeCourse.exactOptional(),
    distinction: designFields.distinction.exactOptional(),
    distinctionFrom: designFields.distinctionFrom.exactOptional(),
    paper: designFields.paper.exactOptional(),
    orientation: designFields.orientation.exactOptional(),
    seal: PictureEntry.exactOptional(),
    background: PictureEntry.exactOptional(),
    template: PictureEntry.exactOptional(),
  },
  must('have fields, like color: "#1a2b45"'),
)
export type CertificateEntry = z.infer<typeof CertificateEntry>

/** Reads every well-formed picture name, whatever is wrong elsewhere. */
const WellNamedPictures = z
  .object({
    certificate: z.object({
      logo: FileName.nullable().catch(null),
      seal: FileName.nullable().catch(null),
      background: FileName.nullable().catch(null),
      template: FileName.nullable().catch(null),
      signatures: z
        .array(z.object({ image: FileName.nullable().catch(null) }).catch({ image: null }))
        .catch([]),
    }),
  })
  .catch({
    certificate: { logo: null, seal: null, background: null, template: null, signatures: [] },
  })

export interface PlacedPicture {
  file: string
  /** Whether it is the HTML of a template of its own instead. */
  isTemplate: boolean
  /** See YamlPlace. */
  order: number
  line: number
}

/** Returns the pictures with their places, in the order of the file. */
export function placePictures(yaml: YamlFile): PlacedPicture[] {
  const { signatures, ...single } = WellNamedPictures.parse(yaml.value).certificate
  const named = [
    ...(['logo', 'seal', 'background', 'template'] as const).map((name) => ({
      file: single[name],
      path: ['certificate', name],
    })),
    ...signatures.map(({ image }, index) => ({
      file: image,
      path: ['certificate', 'signatures', index, 'image'],
    })),
  ]
  return named.flatMap(({ file, path }) =>
    file === null ? [] : [{ file, isTemplate: path[1] === 'template', ...yaml.placeOf(path) }],
  )
}

/** Returns the field names of the certificate section, or of its signatures. */
export function certificateFieldNames(path: readonly PropertyKey[]): string[] {
  return Object.keys(path.includes('signatures') ? SignatureEntry.shape : CertificateEntry.shape)
}
