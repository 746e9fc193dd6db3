import type { CourseBranding } from '../branding/course-branding.ts'

/** A course as its author wrote it, ready to publish. */
export interface CourseContent {
  slug: string
  title: string
  summary: string
  /** BCP 47. */
  language: string
  license?: string
  source?: string
  /** Integer minor units, ISO 4217. */
  price: { amount: number; currency: string }
  /** Where its certificates differ from the settings. */
  certificate?: CourseBranding
  sections: { title: string; lessons: LessonContent[] }[]
}

export interface LessonContent {
  /** Stable within the course. */
  key: string
  title: string
  type: 'text' | 'video'
  minutes: number
  required: boolean
  preview: boolean
  /** Markdown without front matter, and without the first heading when that became the title. */
  content: string
}
