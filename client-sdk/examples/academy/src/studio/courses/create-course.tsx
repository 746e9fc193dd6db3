import { useNavigate } from '@tanstack/react-router'
import { useSchool } from '../../app/school.ts'
import { lyceum } from '../../lyceum.ts'
import { language } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { slugOf } from '../slug.ts'

const kinds = {
  title: 'text!',
  summary: 'long!',
  language: 'text!',
  kind: ['course', 'program'],
  ownerEmail: 'text',
  zip: 'file',
} as const

export function CreateCourse() {
  const currency = useSchool().config?.currencies[0]?.code ?? 'USD'
  const navigate = useNavigate()
  return (
    <FormDialog
      name="authored.create"
      look="primary"
      kinds={kinds}
      of={{ language }}
      send={async ({ ownerEmail, zip, ...course }) => {
        const { id } = await lyceum.authoring.create.mutate({
          ...course,
          ownerEmail: ownerEmail ?? undefined,
          slug: slugOf(course.title),
          price: { amount: 0, currency },
        })
        await navigate({ to: '/studio/$course', params: { course: id } })
        if (zip !== null) await lyceum.authoring.import.mutate({ courseId: id, zip, revision: 1 })
      }}
    />
  )
}
