// The values that the examples of the contract show: one user of example.com, who registers one passkey and signs in
// with it. The ceremony is a real one: a test verifies it.

export const exampleUserId = '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'
export const examplePasskeyId = '0b9f2c1e-8d57-4c0a-9a63-2f8e7d1c4b05'
export const exampleAaguid = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
export const exampleDeviceId = 'c2d4e6f8-1a3b-4c5d-8e7f-9a0b1c2d3e4f'

export const exampleChallenge = 'YAS2RdMnP6nyvdnbO5m_0rnnEOMMBNWrqktvNfmedxY'
export const exampleCredentialId = 'ettEn5YKZ8lb8TlBPYVymPkRX3LluHHK8eQpm516gmA'

export const exampleCreation = {
  clientDataJSON:
    'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiWUFTMlJkTW5QNm55dmRuYk81bV8wcm5uRU9NTUJOV3Jxa3R2TmZtZWR4WSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5jb20iLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
  attestationObject:
    'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViko3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUddAAAAAPv8MAcVTk7MjAtuAgVX170AIHrbRJ-WCmfJW_E5QT2Fcpj5EV9y5bhxyvHkKZudeoJgpQECAyYgASFYIK2QSI2JHDT3zu7qucn-Q6CKIwmv9mdMo7D3Pil46UQjIlggeArKtUMChYbaYpZSt6-oKgtnFPP7O-JscCFh_NLGfqg',
  authenticatorData:
    'o3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUddAAAAAPv8MAcVTk7MjAtuAgVX170AIHrbRJ-WCmfJW_E5QT2Fcpj5EV9y5bhxyvHkKZudeoJgpQECAyYgASFYIK2QSI2JHDT3zu7qucn-Q6CKIwmv9mdMo7D3Pil46UQjIlggeArKtUMChYbaYpZSt6-oKgtnFPP7O-JscCFh_NLGfqg',
  publicKey:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErZBIjYkcNPfO7uq5yf5DoIojCa_2Z0yjsPc-KXjpRCN4Csq1QwKFhtpillK3r6gqC2cU8_s74mxwIWH80sZ-qA',
}

/** The public key of the example's passkey, as other services store and send it. */
export const exampleCoseKey =
  'pQECAyYgASFYIK2QSI2JHDT3zu7qucn-Q6CKIwmv9mdMo7D3Pil46UQjIlggeArKtUMChYbaYpZSt6-oKgtnFPP7O-JscCFh_NLGfqg'
export const examplePem =
  '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErZBIjYkcNPfO7uq5yf5DoIojCa/2\nZ0yjsPc+KXjpRCN4Csq1QwKFhtpillK3r6gqC2cU8/s74mxwIWH80sZ+qA==\n-----END PUBLIC KEY-----\n'

export const exampleAssertion = {
  clientDataJSON:
    'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiWUFTMlJkTW5QNm55dmRuYk81bV8wcm5uRU9NTUJOV3Jxa3R2TmZtZWR4WSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5jb20iLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
  authenticatorData: 'o3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUcdAAAAAA',
  signature: 'MEUCIQCw78FseH44NW5fiD2gVBm5q0lzhFnqWcUlsO8zYLPMOQIgTWLyRuwW6Sl8nuVMwuJr_f0QnghADoB-joZ6Fyv2zGg',
}

export const exampleSession =
  'AABRJJXZdHQyghaLcKW9QHkG69cB862iqE2I-STa4_jAvL4XfnCRTnoEsDYFJ5Jdfxe4tSMmV4tMWEmFNQ7KIT_5fHy43yDfCvcEGzZf2ndaIrdGyn_Oz5393ktEA'

export const exampleToken =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ik56YkxzWGg4dURDY2QtNk1Od1hGNFdfN25vV1hGWkFmSGt4WnNSR0M5WHMifQ.eyJ0b2tlblR5cGUiOiJqd3RBY2Nlc3MiLCJzdWIiOiI1YTZmMmQzYy05ZDFiLTRiNTctOGYwZS0xZDJjM2I0YTU5NjgiLCJ1c2VybmFtZSI6ImFkYUBleGFtcGxlLmNvbSIsInNjb3BlcyI6WyJwYXNza2V5OnJlYWQiLCJwYXNza2V5OndyaXRlIl0sImF1ZCI6InNob3AiLCJpc3MiOiJodHRwczovL2V4YW1wbGUuY29tIiwiaWF0IjoxNzk1MTY3MDAwLCJleHAiOjE3OTUxNjc2MDB9.UXLFUILnGSwBhY3GSgUKKl0AqVsWEIWnscEdD385arS4T7jHcvpbMcEpAjRzSgyva2Rek4OUMLCuy6kze_ZPgg'

/** A key of a browser and its signature, which expired a minute later. */
export const exampleTrustItem =
  'eyJhbGciOiJFUzI1NiIsImp3ayI6eyJjcnYiOiJQLTI1NiIsImV4dCI6dHJ1ZSwia2V5X29wcyI6W10sImt0eSI6IkVDIiwieCI6Ilg1dnpwZ3ljMkVFUVpRRWJjbXhLV0s1NWF6U193UTA0dGV1OHhuekVkZmsiLCJ5IjoiSndrOEpMN09ybGFGWGx0UVNIQTB1Zl9oaG43MWNLRGRvMTNCakFsWGpqQSJ9fQ.eyJpZCI6IkozSzlRVzFaUDBYTkE4VFI2WUJWMkNGTUwiLCJleHAiOjE3OTUxNjcwNjB9.lagCv-TGodGIJOjX59ROEi7ULC_LLVVkog3ifjetLn5E0AqE0g70I7IFs-5o82S_r2LZm8sSMfhBdelvg2V5oA'
