import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/programs.ts'

const academyTexts = 'academy/src/texts'
const coupons = 'server/features/shop/coupons'
const courses = 'db/schema/courses/courses.ts'
const events = 'server/features/platform/events/event-types'
const lessons = 'content/lessons'
const academyLessons = 'academy/src/lessons'

const namesIn = (folder: string) => readdirSync(join(root, folder))
const languages = namesIn('server/texts').filter((name) => !name.endsWith('.ts'))
const migrations = namesIn('db/migrations').filter((name) => name.endsWith('.sql'))
/** Stands in the newest migration, not in one more: nobody has a database of the copy. */
const migration = `db/migrations/${migrations.sort().at(-1)} | - | --> statement-breakpoint\n `

const label = (name: string, zone: string) =>
  ['en', 'de']
    .map((language) => `${academyTexts}/${language}/${zone}.ts | 'field. | '${name}': 'So',\n`)
    .join('')
const form = 'academy/src/studio/courses/course-fields.ts'
const field = (name: string, words: string) =>
  `${label(`field.${name}`, 'staff')}${form} | ${words} | '${name}',`
const shownByCourses = `db/queries/courses/courses/authored-courses.ts
academy/src/studio/courses/settings-page.tsx
${academyTexts}/texts.test.ts
${events}.test.ts`
/** Returns the file of a lesson's type that is like links. */
const likeLinks = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/(Draft|Lesson)Link/g, '$1Poem')
    .replaceAll(/\blink\b(?!\.tsx)/g, 'poem')
    .replaceAll('\n', '\n ')

/**
 * By the names that CONTRIBUTING.md has in bold. A line is a step, `file | words | text`: the file
 * gets the text in front of the first place with these words, or at its end (`-`). An indented line
 * continues the text. Last come other sources and tests that notice when a step is left out.
 */
export const recipes: Readonly<Record<string, string>> = {
  'An operation': `
${coupons}/schema.ts | export const CouponCode = |
  export const CountCouponsInput = named('CountCouponsInput', 'Nothing', {})
  export const CouponCount = named('CouponCount', 'A count', { count: field(z.int(), 'All', 3) })
${coupons}/show-coupons.ts | export async |
  export const countCoupons = async (_ctx: ShowingDeps) => ({ count: 0 })
${coupons}/router.ts | list: adminProcedure('money:read') | count: adminProcedure('money:read')
  .meta({ route: 'GET /api/v1/admin/coupon-count', summary: 'Count coupons' })
  .input(schema.CountCouponsInput).output(schema.CouponCount)
  .query(({ ctx }) => shown.countCoupons(ctx)),
server/test/key-matrix.ts | 'admin.coupons.list' | 'admin.coupons.count',
server/test/key-matrix.test.ts`,

  'A field of a course': `
content/course-fields.ts | title: needed( |
  motto: orNull(line(200), { description: 'Motto', examples: ['Tie it'] }),
${courses} | title: text(), | motto: text(),
server/features/authoring/impact/rules.ts | ...{ title: false | motto: false,
${field('motto', "'title',")}
${migration} ALTER TABLE course_versions ADD motto text; ALTER TABLE drafts ADD motto text;
${shownByCourses}`,

  'A rule of a course': `
content/course-rules.ts | managedBy: z | isQuiet: z.boolean().describe('Whether nobody is mailed'),
${courses} | learnersMayMove: boolean() | isQuiet: boolean().notNull().default(false),
${field('isQuiet', "'managedBy',")}
${migration} ALTER TABLE courses ADD is_quiet boolean NOT NULL DEFAULT false;
${shownByCourses}`,

  'A type of lesson': `
${lessons}/poem.ts | - | ${likeLinks(`${lessons}/link.ts`)}
${lessons}/types.ts | import { quiz } | import { poem } from './poem.ts'
${lessons}/types.ts | quiz, assignment | poem,
${lessons}/lesson-type-names.ts | quiz: { completesBy | poem: { completesBy: 'report' },
${academyLessons}/poem.tsx | - | ${likeLinks(`${academyLessons}/link.tsx`)}
${academyLessons}/lessons.ts | import { quiz } | import { poem } from './poem.tsx'
${academyLessons}/lessons.ts | link, | poem,
${label('field.type.poem', 'common')}academy/src/learn/courses/lesson-row.tsx
${academyTexts}/texts.test.ts`,

  'A printed fact': `
content/certificates/printed-facts.ts | minutes: fact({ | place: fact({
  ...{ shown: field(z.string().optional(), 'Where', 'Kiel'), pageLabel: 'place' },
  ...{ of: () => 'Kiel', restore: () => null },
  ...{ toShown: (place: string) => place, write: (place: string) => place },
  }),
db/schema/learning/certificates.ts | grade: integer(), | place: text(),
${languages.map((name) => `server/texts/${name}/certificate.ts | grade: | place: 'So',`).join('\n')}
${migration} ALTER TABLE certificates ADD place text;
server/features/learning/certificates/verify-certificate.ts
server/texts/texts.ts
server/texts/texts.test.ts
${events}.test.ts`,

  'A type of event': `
${events}.ts | 'user.registered': { | 'coupon.created': { means: 'A coupon was created',
  data: z.object({ couponId: field(Id, 'The coupon', exampleIds.lesson) }) },
${events}.test.ts | test('registering | test('a coupon that is created is an event', async () => {
  const { create } = api.as(admin).admin.coupons
  const events = await written(() => create.mutate({ code: 'TIE', takesOff: { percent: 5 } }))
  expect(events).toEqual([['coupon.created', { couponId: expect.any(String) }]])
  })
${migration} CREATE FUNCTION write_coupon_created() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM write_event('coupon.created', jsonb_build_object('couponId', NEW.id));
  RETURN NULL; END $$; CREATE TRIGGER coupons_created_event AFTER INSERT ON coupons
  FOR EACH ROW EXECUTE FUNCTION write_coupon_created();`,

  'A setting': `
server/config/config.ts | NODE_ENV: z | MOTTO: z.string().optional().describe('What it says'),
server/config/config.ts | timeZone: settings | motto: settings.MOTTO,
server/config/config.test.ts`,

  'A language': `
server/texts/da/certificate.ts | - | export { certificate } from '../nl/certificate.ts'
server/texts/da/page.ts | - | export { page } from '../nl/page.ts'
server/texts/texts.ts | 'de', 'el' | 'da',
server/texts/texts.test.ts`,
}
