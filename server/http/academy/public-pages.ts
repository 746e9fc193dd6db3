import {
  type CourseForUser,
  findCourseForUser,
} from '../../../db/queries/courses/courses/courses.ts'
import { toDisplayText } from '../../../lib/display-text.ts'
import { isId } from '../../../lib/ids.ts'
import { toDecimal } from '../../../lib/money.ts'
import { isCataloguePublic } from '../../config/school-config.ts'
import type { Deps } from '../../context.ts'
import { frontWordsOf } from '../../features/people/site/front-page.ts'
import { type AcademyLanguage, academyWords } from '../../texts/academy.ts'

/** What a page tells to whoever runs no script: search engines, previews of links. */
export interface PublicPage {
  status: 200 | 404
  /** Undefined on pages that are named after the school. */
  title?: string | undefined
  description?: string | undefined
  /** The language of both, where it is not that of the page. */
  language?: string | undefined
  /** Its one path; undefined keeps it out of search engines. */
  path?: string | undefined
  /** The address of its picture. */
  picture?: string | undefined
  /** What it is about, in terms of schema.org. */
  about?: object | undefined
}

/** Says what the page at a path is. Where the catalogue is closed, no course is looked up. */
export async function findPublicPage(
  deps: Deps,
  { path, language }: { path: string; language: AcademyLanguage },
): Promise<PublicPage> {
  const { config } = deps
  const words = academyWords[language]
  const [, first, name, ...others] = path.split('/')
  if (first === 'sign-in' && name === undefined) return { status: 200, title: words.signIn, path }
  if (first === 'register' && name === undefined)
    return { status: 200, title: words.register, path }
  if (path === '/') return frontPageOf(config, language)
  if (first !== 'course' || name === undefined || !isCataloguePublic(config)) return { status: 200 }

  const course = await findPublicCourse(deps, name)
  if (course === undefined) return { status: 404 }
  return others.length === 0 ? pageOf(config, course) : { status: 200, title: titleOf(course) }
}

/** Finds a course that anyone may see; undefined where the catalogue is closed. */
export async function findPublicCourse(
  { academy, config, db, now }: Deps,
  idOrSlug: string,
): Promise<CourseForUser | undefined> {
  if (academy === undefined || !isCataloguePublic(config)) return undefined
  if (!/^[a-z\d-]{1,80}$/.test(idOrSlug)) return undefined
  const known = academy.courses.get(idOrSlug)
  if (known !== undefined) return known.course ?? undefined

  const by = isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug }
  const found = await findCourseForUser(db, by, { userId: undefined, now: now() })
  const course = found?.status === 'published' ? found : null
  academy.courses.set(idOrSlug, { course })
  return course ?? undefined
}

/** Tells the school's own words of its first page, where it has any. */
function frontPageOf(config: Deps['config'], reader: AcademyLanguage): PublicPage {
  const { language, words } = frontWordsOf(config, reader)
  const { title, lead } = words
  const about = { '@type': 'Organization', ...organizationOf(config), description: lead }
  return {
    status: 200,
    title: title && toDisplayText(title),
    description: toDisplayText(lead ?? academyWords[reader].about(config.brand.name)),
    language: language ?? undefined,
    path: '/',
    picture: config.frontPage.picture,
    about,
  }
}

const titleOf = ({ title }: CourseForUser) => toDisplayText(title)

function pageOf(config: Deps['config'], course: CourseForUser): PublicPage {
  const { slug, kind, summary, language, coverSha256 } = course
  const path = `/course/${slug}`
  const title = titleOf(course)
  const description = toDisplayText(summary)
  // The address of the file itself expires in minutes.
  const picture = coverSha256 === null ? undefined : `${config.publicUrl}${path}/cover`
  const about = {
    '@type': kind === 'program' ? 'EducationalOccupationalProgram' : 'Course',
    name: title,
    description,
    url: `${config.publicUrl}${path}`,
    ...(picture !== undefined && { image: picture }),
    ...(kind === 'course' && { inLanguage: language }),
    provider: { '@type': 'Organization', ...organizationOf(config) },
    offers: {
      '@type': 'Offer',
      price: toDecimal(course.priceAmount, course.priceCurrency),
      priceCurrency: course.priceCurrency,
      category: course.priceAmount === 0 ? 'Free' : 'Paid',
    },
    ...(kind === 'course' && {
      hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'online' },
    }),
  }
  return { status: 200, title, description, language, path, picture, about }
}

const organizationOf = ({ brand, publicUrl }: Deps['config']) => ({
  name: brand.name,
  url: `${publicUrl}/`,
})
