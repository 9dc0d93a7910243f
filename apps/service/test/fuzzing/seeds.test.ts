import { testSeeds } from '@thumbturn/testkit/fuzzing/test-seeds.ts'

testSeeds(import.meta.dirname)
