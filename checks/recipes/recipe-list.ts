import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/programs.ts'

/** Text to add to a file: after the first line with these words, or at its end. */
export interface Step {
  file: string
  after?: string
  add: string
}

/** Detects a missing step: a project's types, the generator, or a test. */
export type Proof = '.' | 'academy' | 'generate' | `${string}.test.ts`

export interface Recipe {
  /** The name in bold in CONTRIBUTING. */
  name: string
  steps: readonly Step[]
  proofs: readonly Proof[]
}

const courses = 'db/schema/courses/courses.ts'
const coupons = 'server/features/shop/coupons'
const texts = 'server/texts'
const languages = readdirSync(join(root, texts), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const poem = 'poem'

/** Adds a field to a form of the studio, with labels in the academy's languages. */
function onItsScreen(list: 'catalogue' | 'rules', field: string): Step[] {
  return [
    {
      file: 'academy/src/studio/courses/course-fields.ts',
      after: `export const ${list} = [`,
      add: `  '${field}' as const,`,
    },
    ...['en', 'de'].map((language) => ({
      file: `academy/src/texts/${language}/staff.ts`,
      after: "'field.source'",
      add: `  'field.${field}': 'Its label',`,
    })),
  ]
}

export const recipes: readonly Recipe[] = [
  {
    name: 'An operation',
    steps: [
      {
        file: `${coupons}/schema.ts`,
        add: `export const CountCouponsInput = named('CountCouponsInput', 'Nothing', {})
export const CouponCount = named('CouponCount', 'A count of coupons', {
  count: field(z.int(), 'How many there are', 3),
})
`,
      },
      {
        file: `${coupons}/show-coupons.ts`,
        add: 'export const countCoupons = async (_ctx: Deps) => ({ count: 0 })\n',
      },
      {
        file: `${coupons}/router.ts`,
        after: 'export const adminCouponsRouter = router({',
        add: `  count: adminProcedure('money:read')
    .meta({ route: 'GET /api/v1/admin/coupon-count', summary: 'Count coupons' })
    .input(schema.CountCouponsInput)
    .output(schema.CouponCount)
    .query(({ ctx }) => shown.countCoupons(ctx)),`,
      },
      {
        file: 'server/test/key-matrix.ts',
        after: "  'money:read': [",
        add: "    'admin.coupons.count',",
      },
    ],
    proofs: ['generate', '.', 'server/test/key-matrix.test.ts'],
  },
  {
    name: 'A field of a course',
    steps: [
      {
        file: 'content/course-fields.ts',
        after: 'export const courseFields = {',
        add: "  motto: orNull(line(200), { description: 'Motto', examples: ['Tie it'] }),",
      },
      { file: courses, after: '    title: text(),', add: '    motto: text(),' },
      {
        file: 'server/features/authoring/impact/rules.ts',
        after: 'const decides = {',
        add: '  motto: false,',
      },
      ...onItsScreen('catalogue', 'motto'),
    ],
    proofs: ['generate', '.', 'academy'],
  },
  {
    name: 'A rule of a course',
    steps: [
      {
        file: 'content/course-rules.ts',
        after: 'export const courseRules = {',
        add: "  isQuiet: z.boolean().describe('Whether nobody is mailed'),",
      },
      {
        file: courses,
        after: '    learnersMayMove: boolean()',
        add: '    isQuiet: boolean().notNull().default(false),',
      },
      ...onItsScreen('rules', 'isQuiet'),
    ],
    proofs: ['generate', '.', 'academy'],
  },
  {
    name: 'A type of lesson',
    steps: [
      {
        file: 'content/lessons/poem.ts',
        add: readFileSync(join(root, 'content/lessons/link.ts'), 'utf8')
          .replaceAll('Link', 'Poem')
          .replaceAll('link', poem),
      },
      {
        file: 'content/lessons/types.ts',
        after: "import { link } from './link.ts'",
        add: "import { poem } from './poem.ts'",
      },
      { file: 'content/lessons/types.ts', after: 'const parts = {', add: 'poem,' },
      {
        file: 'content/lessons/lesson-type-names.ts',
        after: 'const facts = {',
        add: "  poem: { completesBy: 'report' },",
      },
      {
        file: 'academy/src/lessons/poem.tsx',
        add: readFileSync(join(root, 'academy/src/lessons/link.tsx'), 'utf8')
          .replace('openLink', 'openPoem')
          .replaceAll(/\blink\b(?!\.tsx)/g, poem),
      },
      {
        file: 'academy/src/lessons/lessons.ts',
        after: "import { link } from './link.tsx'",
        add: "import { poem } from './poem.tsx'",
      },
      { file: 'academy/src/lessons/lessons.ts', after: '  link,', add: '  poem,' },
    ],
    proofs: ['generate', '.', 'academy'],
  },
  {
    name: 'A printed fact',
    steps: [
      {
        file: 'content/certificates/printed-facts.ts',
        after: 'export const printedFacts = {',
        add: `  place: fact({
    shown: field(z.string().optional(), 'Where', 'Kiel'),
    toShown: (place: string) => place,
    of: () => 'Kiel',
    restore: () => null,
    write: (place: string) => place,
    pageLabel: 'place',
  }),`,
      },
      {
        file: 'db/schema/learning/certificates.ts',
        after: '    grade: integer(),',
        add: '    place: text(),',
      },
      ...languages.map((language) => ({
        file: `${texts}/${language}/certificate.ts`,
        after: '  grade: ',
        add: "  place: 'Place',",
      })),
    ],
    proofs: ['.'],
  },
  {
    name: 'A language',
    steps: [
      ...['certificate', 'page'].map((part) => ({
        file: `${texts}/da/${part}.ts`,
        add: readFileSync(join(root, texts, 'nl', `${part}.ts`), 'utf8'),
      })),
      { file: `${texts}/texts.ts`, after: 'export const pageLanguages = [', add: "  'da'," },
    ],
    proofs: [`${texts}/texts.test.ts`],
  },
]
