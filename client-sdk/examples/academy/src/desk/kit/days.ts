export * from '../../ui/days.ts'
