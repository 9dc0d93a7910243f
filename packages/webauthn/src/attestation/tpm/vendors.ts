/** Manufacturers of the TCG TPM Vendor ID Registry: `id:` and four ASCII characters in hexadecimal. */
export const tpmVendors: readonly string[] = [
  'id:414D4400', // AMD
  'id:414E5400', // Ant Group
  'id:41544D4C', // Atmel
  'id:4252434D', // Broadcom
  'id:4353434F', // Cisco
  'id:464C5953', // Flyslice
  'id:474F4F47', // Google
  'id:48495349', // Huawei
  'id:48504500', // HPE
  'id:48504900', // HPI
  'id:49424D00', // IBM
  'id:49465800', // Infineon
  'id:494E5443', // Intel
  'id:4C454E00', // Lenovo
  'id:4D534654', // Microsoft
  'id:4E534700', // NSING
  'id:4E534D20', // National Semiconductor
  'id:4E544300', // Nuvoton
  'id:4E545A00', // Nationz
  'id:51434F4D', // Qualcomm
  'id:524F4343', // Rockchip
  'id:534D534E', // Samsung
  'id:534D5343', // SMSC
  'id:534E5300', // Sinosun
  'id:53544D20', // STMicroelectronics
  'id:54584E00', // Texas Instruments
  'id:57454300', // Winbond
]
