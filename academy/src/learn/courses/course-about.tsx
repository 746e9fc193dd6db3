import type { Course } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { Section } from '../../ui/page.tsx'

/** Says what one learns, for whom the course is and what one needs. */
export function CourseAbout({ course }: { course: Course }) {
  const { outcomes, audience, needs, language } = course
  const lang = inLanguageOf(language)
  return (
    <>
      {outcomes.length > 0 && (
        <Section title={t('course.outcomes')}>
          <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2" {...lang}>
            {outcomes.map((one) => (
              <li key={one} className="flex gap-2">
                <span className="mt-0.5 size-5 shrink-0 text-good">
                  <CheckIcon />
                </span>
                <span dir="auto">{one}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {[[t('course.audience'), audience] as const, [t('course.needs'), needs] as const].map(
        ([title, sentences]) =>
          sentences.length > 0 && (
            <Section key={title} title={title}>
              <ul className="list-disc space-y-1 ps-5" {...lang}>
                {sentences.map((one) => (
                  <li key={one} dir="auto">
                    {one}
                  </li>
                ))}
              </ul>
            </Section>
          ),
      )}
    </>
  )
}

/** Those who teach it and agreed to be shown. */
export function Teachers({ course: { teachers } }: { course: Course }) {
  if (teachers.length === 0) return null
  return (
    <Section title={t('course.teachers')}>
      <ul className="flex flex-col gap-5">
        {teachers.map(({ name, biography, picture }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: teachers have no ids here, names may repeat.
          <li key={index} className="flex gap-4">
            {picture !== null && (
              <img
                src={picture}
                alt=""
                width={64}
                height={64}
                loading="lazy"
                className="size-16 shrink-0 rounded-full object-cover"
              />
            )}
            <div className="min-w-0">
              <p className="font-semibold">
                <bdi>{name}</bdi>
              </p>
              {biography !== null && (
                <p dir="auto" className="whitespace-pre-line text-muted">
                  {biography}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
