import { helpAt, useSchool } from '../base/school.ts'
import { t } from '../texts/texts.ts'
import { LanguageChoice } from './choice.tsx'

const linkClass = 'inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink'

/** What the law and the school want on each page, and where readers find help. */
export function Footer() {
  const { config } = useSchool()
  const { imprint, privacy, terms, support, lines = [] } = config?.links ?? {}
  const links = [
    ['footer.help', helpAt(support)],
    ['footer.verify', '/verify'],
    ['footer.imprint', imprint],
    ['footer.privacy', privacy],
    ['footer.terms', terms],
  ] as const
  return (
    <footer className="border-t border-line text-sm text-muted print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-start justify-between gap-x-8 gap-y-4 px-4 py-6 sm:px-6">
        {lines.length > 0 && (
          <address className="not-italic">
            {lines.map((line) => (
              <bdi key={line} className="block">
                {line}
              </bdi>
            ))}
          </address>
        )}
        <nav aria-label={t('footer.about')}>
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {links.map(
              ([name, url]) =>
                url && (
                  <li key={name}>
                    <a href={url} className={linkClass}>
                      {t(name)}
                    </a>
                  </li>
                ),
            )}
          </ul>
        </nav>
        <LanguageChoice />
      </div>
    </footer>
  )
}
