/** The platforms of a release. `arch` is Node's name of the architecture, `debian` the one of Debian and Docker. */
export const platforms = [
  {
    arch: 'x64',
    debian: 'amd64',
    // Since version 25, Node needs libatomic, which small systems lack.
    libatomic: {
      sha256: 'bf63642020fddbfe1d9c32b696a6c3236930f65cea4b71e7bc104860e42e4738',
      triplet: 'x86_64-linux-gnu',
    },
  },
  {
    arch: 'arm64',
    debian: 'arm64',
    libatomic: {
      sha256: '0dd9f242f351a1ff12756f632e2cd74e54b784edd0367d21028fef95bf5df60e',
      triplet: 'aarch64-linux-gnu',
    },
  },
]

/** Debian's packages of libatomic for every architecture. It needs no newer glibc than Node. */
export const libatomicVersion = '12.2.0-14cross1'
