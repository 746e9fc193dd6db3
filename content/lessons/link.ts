import { z } from 'zod'
import { must } from '../../lib/fields/field-schemas.ts'
import { named, namedInput } from '../../lib/schema.ts'
import type { LessonTypeParts, OwnParts } from './lesson-type.ts'
import { Address, OutsideUrl } from './paths.ts'

const DraftLink = namedInput('DraftLink', 'An outside page', { url: OutsideUrl })

const LessonLink = named('LessonLink', 'An outside page', {
  url: z.string().meta({
    description: 'Address of the page: https or http',
    examples: ['https://example.org/a-typed-client'],
  }),
})

export const link = {
  means: 'an outside page',
  label: 'An outside page',
  description: 'An outside page',
  own: {
    isNeeded: true,
    written: DraftLink,
    draft: DraftLink.nullable().describe('The page; null: none is named yet'),
    shown: LessonLink,
    preview: LessonLink.nullable().describe('The page; null as long as none is named'),
    field: 'link' as const,
    inFolder: z.strictObject({ url: Address }, must('have a field, like { url: https://… }')),
    show: (link) => (link.url === '' ? null : link),
  } satisfies OwnParts<z.output<typeof DraftLink>>,
} satisfies LessonTypeParts
