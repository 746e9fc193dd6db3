import { currencyExponent } from '@lyceum/sdk'
import { couponStatus } from '@lyceum/sdk/staff-values'
import { useState } from 'react'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { Read } from '../ui/data/loaded.tsx'
import { listPage } from '../ui/data/pages.tsx'
import { Code, DeskLink, Status } from '../ui/data/parts.tsx'
import { showDay, showPercent } from '../ui/format.ts'
import { SelectField } from '../ui/forms/controls.tsx'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { Fields } from '../ui/forms/fields.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { titleOf } from '../ui/names.ts'

const { coupons } = lyceum.admin

export const CouponsPage = listPage({
  title: 'coupons',
  actions: <CreateCoupon />,
  list: coupons.list,
  filters: { status: couponStatus },
  more: ({ code, uses, maxUsesPerUser, firstDay }) => ({
    uses: <DeskLink to={`/desk/transactions?coupon=${code}`}>{uses}</DeskLink>,
    maxUsesPerUser,
    validFrom: firstDay && showDay(firstDay),
    course: (
      <Read of={coupons.get} input={{ code }}>
        {({ courses }) => courses.join(', ') || t('coupons.allCourses')}
      </Read>
    ),
  }),
  buttons: ({ code, status }) =>
    status !== 'disabled' && (
      <ConfirmButton
        name="coupons.disable"
        needs="money:write"
        run={() => coupons.disable.mutate({ code })}
      />
    ),
  columns: {
    code: ({ code }) => <Code>{code}</Code>,
    takesOff: ({ takesOff: off }) => ('percent' in off ? showPercent(off.percent) : off),
    status: ({ status }) => <Status of={status} />,
    uses: ({ uses }) => uses,
    maxUses: ({ maxUses }) => maxUses,
    validUntil: ({ lastDay }) => lastDay && showDay(lastDay),
  },
})

const off = {
  percent: { percent: 'number!' },
  amount: { amount: 'number!', currency: 'text!' },
} as const

function CreateCoupon() {
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  return (
    <FormDialog
      name="coupons.create"
      needs="money:write"
      look="primary"
      to={coupons.create}
      fields={['code', 'courses', 'maxUses', 'maxUsesPerUser', 'validFrom', 'validUntil']}
      without={['takesOff']}
      send={(coupon, { percent, amount, currency = '' }) => {
        const iso = currency.toUpperCase()
        const units = Math.round(Number(amount) * 10 ** currencyExponent(iso))
        const takesOff = percent ? { percent: Number(percent) } : { amount: units, currency: iso }
        return coupons.create.mutate({ ...coupon, takesOff })
      }}
    >
      <SelectField
        label={titleOf('takesOff')}
        value={kind}
        onChange={(chosen) => setKind(chosen === 'amount' ? chosen : 'percent')}
        options={{ percent: t('coupons.percent'), amount: t('coupons.amount') }}
      />
      <Fields kinds={off[kind]} of={{ currency: t('currency') }} />
    </FormDialog>
  )
}
