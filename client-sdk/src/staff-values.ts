/** The values of enumerations that only operations for staff have: `courseStatus`, `mailKind`. */
export * from './generated/staff-values.ts'
