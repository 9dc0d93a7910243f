import { createSeeded, type SeededRandom } from './random.ts'

/** How the made-up users and their passkeys look. */
export type DemoUser = {
  id: string
  username: string
  displayName: string
  passkeyId: string
  deviceId: string
  aaguid: string
  device: { osName: string; clientName: string; clientType: string }
  /** The day of the sign-up, from 0. */
  since: number
  /** How likely it is that the user signs in on a working day. */
  habit: number
}

const firstNames =
  'Ada Alan Amara Ben Carla Chen Dina Elif Emil Fatima Grace Hugo Ines Ivan Jana Kofi Lena Luis Mei Nadia Noor Omar Paula Priya Rosa Samir Sofia Tomas Yuki Zoe'.split(
    ' ',
  )
const lastNames =
  'Abel Baker Castro Diallo Eriksen Fischer Garcia Haddad Ito Jansen Kaya Lindqvist Meyer Nguyen Okafor Patel Quinn Rossi Silva Tanaka Ueda Vogel Weber Xu Yilmaz Zhang'.split(
    ' ',
  )

const browser = 'browser'
const at = (osName: string, clientName: string, clientType = browser) => ({ osName, clientName, clientType })

type WeightedChoices<T> = readonly (readonly [weight: number, choice: T])[]

/** Devices with the authenticators that are common on them. */
const devices: WeightedChoices<{ device: DemoUser['device']; aaguids: WeightedChoices<string> }> = [
  [
    26,
    {
      device: at('Windows', 'Chrome'),
      aaguids: [
        [6, '08987058-cadc-4b81-b6e1-30de50dcbe96'],
        [3, 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'],
        [2, 'bada5566-a7aa-401f-bd96-45619a55120d'],
        [1, 'd548826e-79b4-db40-a3d8-11116f7e8349'],
      ],
    },
  ],
  [12, { device: at('Windows', 'Edge'), aaguids: [[1, '08987058-cadc-4b81-b6e1-30de50dcbe96']] }],
  [
    22,
    {
      device: at('iOS', 'Safari'),
      aaguids: [
        [12, 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'],
        [1, 'bada5566-a7aa-401f-bd96-45619a55120d'],
      ],
    },
  ],
  [6, { device: at('iOS', 'Shop for iOS', 'app'), aaguids: [[1, 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd']] }],
  [
    18,
    {
      device: at('Android', 'Chrome'),
      aaguids: [
        [9, 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'],
        [2, '53414d53-554e-4700-0000-000000000000'],
      ],
    },
  ],
  [10, { device: at('macOS', 'Safari'), aaguids: [[1, 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd']] }],
  [
    5,
    {
      device: at('macOS', 'Chrome'),
      aaguids: [
        [3, 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'],
        [2, 'adce0002-35bc-c60a-648b-0b25f1f05503'],
        [2, 'bada5566-a7aa-401f-bd96-45619a55120d'],
      ],
    },
  ],
  [
    2,
    {
      device: at('Linux', 'Firefox'),
      aaguids: [
        [1, 'd548826e-79b4-db40-a3d8-11116f7e8349'],
        [1, '00000000-0000-0000-0000-000000000000'],
      ],
    },
  ],
]

/** All users, in the order in which they sign up: few at first, more later. */
export function createUsers({ seed, users, days }: { seed: number; users: number; days: number }): DemoUser[] {
  return Array.from({ length: users }, (_, index) => {
    const random = createSeeded(seed, `user ${index}`)
    return createUser(random, { index, since: Math.min(days - 1, Math.floor(days * Math.sqrt(index / users))) })
  })
}

function createUser(random: SeededRandom, { index, since }: { index: number; since: number }): DemoUser {
  const [first, last] = [firstNames[random.below(firstNames.length)]!, lastNames[random.below(lastNames.length)]!]
  const { device, aaguids } = random.choose(devices)
  return {
    id: random.uuid(),
    username: `${first}.${last}.${index}@example.com`.toLowerCase(),
    displayName: `${first} ${last}`,
    passkeyId: random.uuid(),
    deviceId: random.uuid(),
    aaguid: random.choose(aaguids),
    device,
    since,
    habit: 0.02 + 0.5 * random.next() ** 3,
  }
}
