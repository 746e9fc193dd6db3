import type { AppRouter } from '../../router.ts'

/** Maps areas to tags: `cart` for `cart`, `admin-users` for `admin.users`. */
type AreasOf<Routers> = {
  [Name in keyof Routers & string]: Routers[Name] extends { _def: object }
    ? never
    :
        | (true extends HasOperations<Routers[Name]> ? Name : never)
        | `${Name}-${AreasOf<Routers[Name]>}`
}[keyof Routers & string]

type HasOperations<Area> = {
  [Name in keyof Area]: Area[Name] extends { _def: object } ? true : never
}[keyof Area]

/** Turns `apiKeys` into `api-keys`. */
type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : ''

export type Tag = KebabCase<AreasOf<AppRouter['_def']['record']>> | 'aliases' | 'service'

/**
 * Meanings of the tags, grouped much as the areas of `server/features`, those of learners first;
 * `service` holds what belongs to no area of the router.
 */
const areas = {
  people: {
    auth: 'Register, verify your email, log in and out, reset your password.',
    me: 'Your account.',
    site: 'The settings of this server that a frontend needs.',
    setup: 'The first administrator of a new school.',
    'admin-setup': 'The first day of a new school.',
    'admin-users': 'Accounts: find, suspend and help their owners, and change their roles.',
    'admin-api-keys': 'API keys, with which other software calls.',
  },
  courses: {
    courses: 'The course catalogue.',
    programs: 'Programs: several courses to take, to buy and to be certified for as one.',
    lessons: 'The lessons of a course.',
    search: 'The texts of the courses that you take.',
  },
  shop: {
    cart: 'Courses that you are thinking of buying.',
    coupons: 'Discounts.',
    transactions: 'Buy courses, and enroll in free ones.',
    'admin-transactions': 'All purchases, with their payments, refunds and disputes.',
    'admin-coupons': 'Coupons: create, find and disable them.',
    'admin-sales': 'Sales, added up or one by one.',
  },
  learning: {
    announcements: 'What learners of a course are told.',
    flaws: 'What learners say is wrong with a lesson, and what becomes of it.',
    notes: 'Your notes and bookmarks at lessons.',
    learners: 'The learners of a course: how they do, what helps them, and its seats.',
    threads: 'Questions on lessons, and their answers.',
    progress: 'Your progress in a course, and its completion.',
    certificates: 'Certificates of completed courses, and how anyone can verify one.',
    'admin-enrollments': 'Enrollments of all courses: find, prolong and reset them.',
    'admin-bulk-enrollments': 'Many enrollments at once, from a list or a CSV.',
    'admin-invitations': 'Places that wait for people without an account.',
    'admin-cohorts': 'Learners who take courses together.',
    'admin-reports': 'How learners do: all courses, a cohort, a learner.',
  },
  assessment: {
    attempts: 'Your attempts at quizzes.',
    grades: 'Grades: yours, the gradebook of a course, and what some learners get.',
    questions: 'How learners do at questions.',
    submissions: 'What learners hand in, and how people grade it.',
  },
  authoring: {
    authoring: 'Courses that you work on: their terms, status and history.',
    members: 'Who works on a course: owners, authors, reviewers, graders and teachers.',
    consents: 'Which programs of others may have a course.',
    drafts: 'The next version of a course: write, preview, review and publish it.',
    versions: 'The published versions of a course: compare them, and restore one as a draft.',
    moves: 'Learners on their way to a different version of a course.',
    files: 'The pictures, videos and files of a course that you work on.',
    uploads: 'Files on their way into a course.',
    sources: 'The git repository that a course comes from.',
  },
  base: {
    'admin-mails': 'The mails of the last weeks, for administrators.',
    'admin-jobs': 'Work that the service does after it has answered: what waits, runs and failed.',
    'admin-audit': 'The audit trail: who did what, when and from where.',
    'admin-settings': 'How the school presents itself, and what it lets people do.',
    'admin-webhooks': 'Where events are sent as they happen, and what was answered.',
    events: 'What happened, for programs: they miss nothing and get nothing twice.',
  },
  care: {
    work: 'What waits for you.',
    service: 'The service itself: documentation, keys, health.',
    aliases: 'Further routes of operations. Generators of clients can leave them out by this tag.',
  },
} satisfies Record<string, Partial<Record<Tag, string>>>

/** Fails to compile when an area of the router has no tag here. */
export const tags: Record<Tag, string> = {
  ...areas.people,
  ...areas.courses,
  ...areas.shop,
  ...areas.learning,
  ...areas.assessment,
  ...areas.authoring,
  ...areas.base,
  ...areas.care,
}

/** How readers such as Scalar and Redoc group the tags. */
export const tagGroups = Object.entries(areas).map(([name, group]) => ({
  name,
  tags: Object.keys(group),
}))
