import type { Language } from './language.ts'

const unlessYou =
  'Si has sido tú, no tienes que hacer nada. Si no, inicia sesión en {app}, elimina lo que no reconozcas y avisa a {app}.'
const spoken = 'Tu código para {app} es: {digits}. Otra vez: {digits}.'

export const spanish: Language = {
  code: {
    subject: 'Tu código para {app}',
    title: 'Tu código',
    text: 'Introduce este código para continuar en {app}. Sirve una sola vez, durante {minutes} minutos.',
    details: [],
    advice:
      'No se lo digas a nadie: {app} nunca te lo pedirá por teléfono ni por correo. Si no lo has pedido, ignora este mensaje; sin el código nadie puede continuar.',
    short: '{code} es tu código para {app}. Sirve durante {minutes} minutos. No se lo digas a nadie.',
    spoken,
  },
  'verify-contact': {
    subject: 'Confirma tu dirección para {app}',
    title: 'Confirma tu dirección',
    text: 'Introduce este código en {app} para demostrar que aquí te llegan los mensajes. Sirve una sola vez, durante {minutes} minutos.',
    details: [],
    advice: 'Si no tienes cuenta en {app}, ignora este mensaje: sin el código no se usará tu dirección.',
    short: '{code} confirma este número para {app}. Sirve durante {minutes} minutos. No se lo digas a nadie.',
    spoken,
  },
  link: {
    subject: 'Continúa en {app}',
    title: 'Continúa en {app}',
    text: 'Abre este enlace para demostrar que aquí te llegan los mensajes. Sirve una sola vez, durante {minutes} minutos.',
    action: 'Continuar',
    details: [],
    advice:
      'No se lo pases a nadie: quien lo abra continuará como si fueras tú. Si no lo has pedido, ignora este mensaje; sin el enlace nadie puede continuar.',
    short: 'Abre este enlace para continuar en {app}: {link}',
    spoken: 'Para continuar en {app}, abre el enlace que se te ha enviado.',
  },
  'passkey-added': {
    subject: 'Nueva llave de acceso en tu cuenta de {app}',
    title: 'Se ha añadido una llave de acceso',
    text: 'Ahora se puede entrar en tu cuenta de {app} con una llave de acceso más.',
    details: [
      ['Llave de acceso', 'passkey'],
      ['Dispositivo', 'device'],
      ['Cuándo', 'time'],
    ],
    advice: unlessYou,
    short: 'Se ha añadido una llave de acceso a tu cuenta de {app}. Si no has sido tú, inicia sesión y elimínala.',
    spoken: 'Se ha añadido una llave de acceso a tu cuenta de {app}. Si no has sido tú, inicia sesión y elimínala.',
  },
  'contact-changed': {
    subject: 'Han cambiado los contactos de tu cuenta de {app}',
    title: 'Tus contactos han cambiado',
    text: 'Ha cambiado la dirección o el número en que te avisa {app}.',
    details: [
      ['Antes', 'before'],
      ['Ahora', 'after'],
      ['Cuándo', 'time'],
    ],
    advice: unlessYou,
    short: 'Han cambiado los contactos de tu cuenta de {app}. Si no has sido tú, inicia sesión y avisa a {app}.',
    spoken: 'Han cambiado los contactos de tu cuenta de {app}. Si no has sido tú, inicia sesión y avisa a {app}.',
  },
  recovered: {
    subject: 'Se ha recuperado tu cuenta de {app}',
    title: 'Se ha recuperado tu cuenta',
    text: 'Alguien que demostró recibir aquí los mensajes ha accedido a tu cuenta de {app} sin sus llaves de acceso anteriores.',
    details: [
      ['Dispositivo', 'device'],
      ['Cuándo', 'time'],
    ],
    advice: unlessYou,
    short: 'Se ha recuperado tu cuenta de {app}. Si no has sido tú, inicia sesión y avisa a {app}.',
    spoken: 'Se ha recuperado tu cuenta de {app}. Si no has sido tú, inicia sesión y avisa a {app}.',
  },
  'account-linked': {
    subject: 'Nueva forma de iniciar sesión en {app}',
    title: 'Se ha vinculado una cuenta',
    text: 'Se ha vinculado una cuenta de un proveedor de identidad a tu cuenta de {app}, y permite iniciar sesión en ella.',
    details: [
      ['Proveedor', 'provider'],
      ['Cuándo', 'time'],
    ],
    advice: unlessYou,
    short: 'Se ha vinculado una cuenta a tu cuenta de {app}. Si no has sido tú, inicia sesión y elimina el vínculo.',
    spoken: 'Se ha vinculado una cuenta a tu cuenta de {app}. Si no has sido tú, inicia sesión y elimina el vínculo.',
  },
}
