/** The texts of the pages on the host of a protected site, in one language. */
export type SiteTexts = {
  deniedTitle: string
  denied: string
  signInTitle: string
  onlySignedIn: string
  failedTitle: string
  failed: string
  anotherAccount: string
  signOut: string
  signIn: string
  tryAgain: string
}

/** In the languages of the hosted pages. */
export const siteTexts: Readonly<Record<string, SiteTexts>> = {
  en: {
    deniedTitle: 'You don’t have access to this page',
    denied:
      'The account that you’re signed in with can’t open it. Use another account, or ask the site’s administrator for access.',
    signInTitle: 'Sign in to continue',
    onlySignedIn: 'This site is only for users who are signed in.',
    failedTitle: 'The sign-in didn’t work',
    failed: 'It took too long, or your browser doesn’t keep cookies for this site. Allow cookies, then try again.',
    anotherAccount: 'Use another account',
    signOut: 'Sign out',
    signIn: 'Sign in',
    tryAgain: 'Try again',
  },
  de: {
    deniedTitle: 'Sie haben keinen Zugriff auf diese Seite',
    denied:
      'Mit dem Konto, mit dem Sie angemeldet sind, lässt sie sich nicht öffnen. Verwenden Sie ein anderes Konto, oder bitten Sie den Administrator der Website um Zugriff.',
    signInTitle: 'Melden Sie sich an, um fortzufahren',
    onlySignedIn: 'Diese Website ist nur für angemeldete Benutzer.',
    failedTitle: 'Die Anmeldung hat nicht funktioniert',
    failed:
      'Sie hat zu lange gedauert, oder Ihr Browser speichert für diese Website keine Cookies. Erlauben Sie Cookies, und versuchen Sie es erneut.',
    anotherAccount: 'Anderes Konto verwenden',
    signOut: 'Abmelden',
    signIn: 'Anmelden',
    tryAgain: 'Erneut versuchen',
  },
  es: {
    deniedTitle: 'No tienes acceso a esta página',
    denied:
      'La cuenta con la que has iniciado sesión no puede abrirla. Usa otra cuenta o pide acceso al administrador del sitio.',
    signInTitle: 'Inicia sesión para continuar',
    onlySignedIn: 'Este sitio es solo para usuarios que han iniciado sesión.',
    failedTitle: 'No se pudo iniciar sesión',
    failed:
      'Ha tardado demasiado, o tu navegador no guarda cookies de este sitio. Permite las cookies e inténtalo de nuevo.',
    anotherAccount: 'Usar otra cuenta',
    signOut: 'Cerrar sesión',
    signIn: 'Iniciar sesión',
    tryAgain: 'Intentar de nuevo',
  },
  fr: {
    deniedTitle: 'Vous n’avez pas accès à cette page',
    denied:
      'Le compte avec lequel vous êtes connecté ne peut pas l’ouvrir. Utilisez un autre compte ou demandez l’accès à l’administrateur du site.',
    signInTitle: 'Connectez-vous pour continuer',
    onlySignedIn: 'Ce site est réservé aux utilisateurs connectés.',
    failedTitle: 'La connexion n’a pas abouti',
    failed:
      'Elle a pris trop de temps, ou votre navigateur ne conserve pas les cookies de ce site. Autorisez les cookies, puis réessayez.',
    anotherAccount: 'Utiliser un autre compte',
    signOut: 'Se déconnecter',
    signIn: 'Se connecter',
    tryAgain: 'Réessayer',
  },
  it: {
    deniedTitle: 'Non hai accesso a questa pagina',
    denied:
      'L’account con cui hai effettuato l’accesso non può aprirla. Usa un altro account o chiedi l’accesso all’amministratore del sito.',
    signInTitle: 'Accedi per continuare',
    onlySignedIn: 'Questo sito è riservato agli utenti che hanno effettuato l’accesso.',
    failedTitle: 'L’accesso non è riuscito',
    failed:
      'Ha richiesto troppo tempo, oppure il browser non conserva i cookie di questo sito. Consenti i cookie e riprova.',
    anotherAccount: 'Usa un altro account',
    signOut: 'Esci',
    signIn: 'Accedi',
    tryAgain: 'Riprova',
  },
  ja: {
    deniedTitle: 'このページを開く権限がありません',
    denied:
      'ログイン中のアカウントではこのページを開けません。別のアカウントを使うか、サイトの管理者にアクセス権を依頼してください。',
    signInTitle: '続けるにはログインしてください',
    onlySignedIn: 'このサイトは、ログインしたユーザーだけが利用できます。',
    failedTitle: 'ログインできませんでした',
    failed:
      '時間がかかりすぎたか、ブラウザーがこのサイトの Cookie を保存していません。Cookie を許可して、もう一度お試しください。',
    anotherAccount: '別のアカウントを使う',
    signOut: 'ログアウト',
    signIn: 'ログイン',
    tryAgain: 'もう一度試す',
  },
  nl: {
    deniedTitle: 'Je hebt geen toegang tot deze pagina',
    denied:
      'Het account waarmee je bent ingelogd, kan deze pagina niet openen. Gebruik een ander account of vraag de beheerder van de site om toegang.',
    signInTitle: 'Log in om door te gaan',
    onlySignedIn: 'Deze site is alleen voor ingelogde gebruikers.',
    failedTitle: 'Het inloggen is niet gelukt',
    failed:
      'Het duurde te lang, of je browser bewaart geen cookies voor deze site. Sta cookies toe en probeer het opnieuw.',
    anotherAccount: 'Ander account gebruiken',
    signOut: 'Uitloggen',
    signIn: 'Inloggen',
    tryAgain: 'Opnieuw proberen',
  },
  pl: {
    deniedTitle: 'Nie masz dostępu do tej strony',
    denied:
      'Konto, na które jesteś zalogowany, nie może jej otworzyć. Użyj innego konta lub poproś administratora witryny o dostęp.',
    signInTitle: 'Zaloguj się, aby kontynuować',
    onlySignedIn: 'Ta witryna jest tylko dla zalogowanych użytkowników.',
    failedTitle: 'Logowanie się nie powiodło',
    failed:
      'Trwało zbyt długo albo przeglądarka nie zapisuje plików cookie tej witryny. Zezwól na pliki cookie i spróbuj ponownie.',
    anotherAccount: 'Użyj innego konta',
    signOut: 'Wyloguj się',
    signIn: 'Zaloguj się',
    tryAgain: 'Spróbuj ponownie',
  },
  pt: {
    deniedTitle: 'Não tem acesso a esta página',
    denied: 'A conta com que iniciou sessão não a pode abrir. Use outra conta ou peça acesso ao administrador do site.',
    signInTitle: 'Inicie sessão para continuar',
    onlySignedIn: 'Este site é só para utilizadores com sessão iniciada.',
    failedTitle: 'Não foi possível iniciar sessão',
    failed:
      'Demorou demasiado tempo, ou o seu navegador não guarda cookies deste site. Permita os cookies e tente de novo.',
    anotherAccount: 'Usar outra conta',
    signOut: 'Terminar sessão',
    signIn: 'Iniciar sessão',
    tryAgain: 'Tentar de novo',
  },
  zh: {
    deniedTitle: '您无权访问此页面',
    denied: '您登录的账户无法打开此页面。请使用其他账户，或向网站管理员申请访问权限。',
    signInTitle: '请登录以继续',
    onlySignedIn: '此网站仅供已登录的用户使用。',
    failedTitle: '登录未成功',
    failed: '登录用时过长，或您的浏览器未保存此网站的 Cookie。请允许 Cookie，然后重试。',
    anotherAccount: '使用其他账户',
    signOut: '退出登录',
    signIn: '登录',
    tryAgain: '重试',
  },
}
