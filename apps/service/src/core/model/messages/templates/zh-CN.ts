import type { Language } from './language.ts'

const unlessYou = '如果是您本人操作，无需处理。如果不是，请登录 {app}，移除不认识的内容，并告知 {app}。'
const spoken = '您在 {app} 的验证码是：{digits}。再说一遍：{digits}。'

export const chinese: Language = {
  code: {
    subject: '您的 {app} 验证码',
    title: '您的验证码',
    text: '请输入此验证码，以便在 {app} 继续。验证码仅可使用一次，{minutes} 分钟内有效。',
    details: [],
    advice:
      '请勿告诉任何人：{app} 不会通过电话或邮件索要验证码。如果您没有申请，请忽略此消息；没有验证码，任何人都无法继续。',
    short: '{code} 是您的 {app} 验证码，{minutes} 分钟内有效。请勿告诉任何人。',
    spoken,
  },
  'verify-contact': {
    subject: '确认您用于 {app} 的联系方式',
    title: '确认您的联系方式',
    text: '请在 {app} 输入此验证码，以证明您能在此收到消息。验证码仅可使用一次，{minutes} 分钟内有效。',
    details: [],
    advice: '如果您没有 {app} 账户，请忽略此消息：没有验证码，您的联系方式不会被使用。',
    short: '{code} 用于为 {app} 确认此号码，{minutes} 分钟内有效。请勿告诉任何人。',
    spoken,
  },
  link: {
    subject: '在 {app} 继续',
    title: '在 {app} 继续',
    text: '请打开此链接，以证明您能在此收到消息。链接仅可使用一次，{minutes} 分钟内有效。',
    action: '继续',
    details: [],
    advice:
      '请勿转发给任何人：打开链接的人将以您的身份继续。如果您没有申请，请忽略此消息；没有链接，任何人都无法继续。',
    short: '打开此链接，以便在 {app} 继续：{link}',
    spoken: '请打开发送给您的链接，以便在 {app} 继续。',
  },
  'passkey-added': {
    subject: '您的 {app} 账户新增了通行密钥',
    title: '新增了通行密钥',
    text: '现在可以用一个新的通行密钥登录您的 {app} 账户。',
    details: [
      ['通行密钥', 'passkey'],
      ['设备', 'device'],
      ['时间', 'time'],
    ],
    advice: unlessYou,
    short: '您的 {app} 账户新增了通行密钥。如非本人操作，请登录并将其移除。',
    spoken: '您的 {app} 账户新增了通行密钥。如非本人操作，请登录并将其移除。',
  },
  'contact-changed': {
    subject: '您的 {app} 账户联系方式已更改',
    title: '联系方式已更改',
    text: '您的 {app} 账户用来联系您的方式已更改。',
    details: [
      ['之前', 'before'],
      ['现在', 'after'],
      ['时间', 'time'],
    ],
    advice: unlessYou,
    short: '您的 {app} 账户联系方式已更改。如非本人操作，请登录并告知 {app}。',
    spoken: '您的 {app} 账户联系方式已更改。如非本人操作，请登录并告知 {app}。',
  },
  recovered: {
    subject: '您的 {app} 账户已恢复',
    title: '账户已恢复',
    text: '有人证明能在此收到消息，未使用原有通行密钥便取得了您的 {app} 账户的访问权。',
    details: [
      ['设备', 'device'],
      ['时间', 'time'],
    ],
    advice: unlessYou,
    short: '您的 {app} 账户已恢复。如非本人操作，请登录并告知 {app}。',
    spoken: '您的 {app} 账户已恢复。如非本人操作，请登录并告知 {app}。',
  },
  'account-linked': {
    subject: '{app} 新增了一种登录方式',
    title: '已关联一个账户',
    text: '身份提供商的一个账户已与您的 {app} 账户关联，可用于登录。',
    details: [
      ['提供商', 'provider'],
      ['时间', 'time'],
    ],
    advice: unlessYou,
    short: '您的 {app} 账户新关联了一个账户。如非本人操作，请登录并解除关联。',
    spoken: '您的 {app} 账户新关联了一个账户。如非本人操作，请登录并解除关联。',
  },
}
