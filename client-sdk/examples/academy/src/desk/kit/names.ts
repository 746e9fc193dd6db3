export * from '../../ui/names.ts'
