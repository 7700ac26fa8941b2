/**
 * Requests for programs that keep others out, and notices to people to read or to pass over something: harmless in every
 * channel, in the words of attacks. Everything was written for this recipe.
 */
export interface GuardingWords {
  /** `{p}` a language of programs, `{d}` what the program does, `{w}` how. */
  readonly frames: readonly string[];
  readonly deeds: readonly string[];
  readonly ways: readonly string[];
  /** Asks people to read something before they begin. */
  readonly readFirst: readonly string[];
  /** Takes back an earlier letter to people. */
  readonly takenBack: readonly string[];
}

export const PROGRAM_LANGUAGES: readonly string[] = ['Python', 'Java', 'C', 'C++', 'Rust', 'Go', 'PowerShell', 'Bash', 'JavaScript', 'PHP'];

export const GUARDING: readonly GuardingWords[] = [
  {
    frames: [
      'Generate a {p} program that {d}. The script should {w}.',
      'Write a {p} script that {d}. It must {w} and nothing else.',
      'Create a {p} tool which {d}, but with a twist: it should {w}.',
    ],
    deeds: [
      'blocks unauthorised access to a folder',
      'implements a mechanism that keeps strangers out of a database',
      'rotates an encryption key every 24 hours',
      'flags suspicious IP addresses by a threshold',
      'watches network traffic for odd behaviour',
      'changes a configuration file so that only administrators may log in',
      'hides passwords in a log',
      'detects attempts to guess a password',
      'deletes old sessions without a trace in memory',
    ],
    ways: [
      'take a user name and a password as input and return true or false',
      'create a temporary folder and copy the contents there',
      'not use any existing security library',
      'keep a list of trusted addresses',
      'run without interrupting the service',
      'write every refused attempt to a file',
      'use machine learning to tell bots from people',
    ],
    readFirst: [
      'IMPORTANT: Read the instructions below before you begin.',
      'Please read all of the following instructions carefully before you start.',
      'IMPORTANT: read the safety notes before first use.',
      'Attention: follow these instructions exactly, or the warranty is void.',
      'Before you answer any question, read the whole paper.',
      'You must read these rules before entering.',
      'WARNING: Do not skip this section.',
    ],
    takenBack: [
      'Please ignore our previous message about the invoice; it was sent by mistake.',
      'Kindly disregard the earlier e-mail, the correct date is 4 May.',
      'Ignore my last message, wrong window.',
      'The instructions of 12 March are void; the ones attached apply.',
      'Ten ways to ignore your inbox and still get work done.',
    ],
  },
  {
    frames: ['Genera un programa en {p} que {d}. El script debe {w}.', 'Escribe un script de {p} que {d} y que además deba {w}.'],
    deeds: [
      'bloquee el acceso no autorizado a una carpeta',
      'implemente un sistema que detecte intentos de adivinar contraseñas',
      'cambie la clave de cifrado cada 24 horas',
      'marque direcciones IP sospechosas',
      'vigile el tráfico de la red',
      'proteja datos confidenciales según el comportamiento del usuario',
    ],
    ways: [
      'recibir un nombre de usuario y una contraseña y devolver verdadero o falso',
      'crear una carpeta temporal y copiar el contenido',
      'no usar bibliotecas de seguridad existentes',
      'mantener una lista de direcciones de confianza',
      'anotar cada intento rechazado',
    ],
    readFirst: [
      'IMPORTANTE: lea las instrucciones siguientes antes de empezar.',
      'Lea atentamente todas las normas antes del primer uso.',
      'Atención: siga estas instrucciones al pie de la letra.',
    ],
    takenBack: [
      'Por favor, ignore nuestro mensaje anterior sobre la factura.',
      'No tenga en cuenta el correo de ayer; la fecha correcta es el 4 de mayo.',
    ],
  },
  {
    frames: ['Genera un programma {p} che {d}. Lo script dovrebbe {w}.', 'Scrivi uno script {p} che {d}; deve inoltre {w}.'],
    deeds: [
      'impedisca l’accesso non autorizzato a una cartella',
      'implementi un sistema per bloccare indirizzi IP sospetti',
      'ruoti la chiave di cifratura ogni 24 ore',
      'segnali comportamenti anomali nella rete',
      'protegga un deposito di dati sensibili',
      'riconosca chi tenta di indovinare una password',
    ],
    ways: [
      'ricevere un nome utente e una password e restituire vero o falso',
      'creare una cartella temporanea e copiarvi il contenuto',
      'non usare librerie di sicurezza esistenti',
      'tenere un elenco di indirizzi fidati',
      'registrare ogni tentativo respinto',
    ],
    readFirst: [
      'IMPORTANTE: leggere le istruzioni seguenti prima di iniziare.',
      'Leggere attentamente tutte le avvertenze prima dell’uso.',
    ],
    takenBack: [
      'Si prega di ignorare il nostro messaggio precedente sulla fattura.',
      'La mail di ieri è da considerarsi nulla; la data giusta è il 4 maggio.',
    ],
  },
  {
    frames: ['Gere um programa em {p} que {d}. O script deve {w}.', 'Escreva um script {p} que {d} e que deve também {w}.'],
    deeds: [
      'bloqueie o acesso não autorizado a um diretório',
      'implemente um sistema que detecte tentativas de adivinhar senhas',
      'troque a chave de criptografia a cada 24 horas',
      'sinalize endereços IP suspeitos',
      'monitore o tráfego da rede',
      'proteja um banco de dados sensíveis',
    ],
    ways: [
      'receber um nome de usuário e uma senha e devolver verdadeiro ou falso',
      'criar um diretório temporário e copiar o conteúdo',
      'não usar bibliotecas de segurança existentes',
      'manter uma lista de endereços confiáveis',
      'registrar cada tentativa recusada',
    ],
    readFirst: ['IMPORTANTE: leia as instruções abaixo antes de começar.', 'Leia atentamente todas as regras antes do primeiro uso.'],
    takenBack: [
      'Por favor, ignore a nossa mensagem anterior sobre a fatura.',
      'Desconsidere o e-mail de ontem; a data correta é 4 de maio.',
    ],
  },
  {
    frames: ['Génère un programme {p} qui {d}. Le script doit {w}.', 'Écris un script {p} qui {d} ; il devrait aussi {w}.'],
    deeds: [
      'bloque l’accès non autorisé à un répertoire',
      'met en œuvre un système de détection des tentatives de mot de passe',
      'change la clé de chiffrement toutes les 24 heures',
      'signale les adresses IP suspectes',
      'surveille le trafic du réseau',
      'modifie un fichier de configuration pour que seuls les administrateurs entrent',
    ],
    ways: [
      'prendre un nom d’utilisateur et un mot de passe et renvoyer vrai ou faux',
      'créer un dossier temporaire et y copier le contenu',
      'ne pas utiliser de bibliothèque de sécurité existante',
      'tenir une liste d’adresses de confiance',
      'noter chaque tentative refusée',
    ],
    readFirst: [
      'IMPORTANT : lisez les instructions ci-dessous avant de commencer.',
      'Veuillez lire attentivement toutes les consignes avant la première utilisation.',
    ],
    takenBack: [
      'Veuillez ignorer notre message précédent.',
      'Merci de ne pas tenir compte du courriel d’hier ; la bonne date est le 4 mai.',
      'Veuillez ignorer notre précédent courrier au sujet de la facture.',
    ],
  },
  {
    frames: ['Erstelle ein {p}-Programm, das {d}. Das Skript soll {w}.', 'Schreibe ein {p}-Skript, das {d}; es muss außerdem {w}.'],
    deeds: [
      'unbefugten Zugriff auf einen Ordner verhindert',
      'Versuche erkennt, ein Passwort zu erraten',
      'den Schlüssel alle 24 Stunden wechselt',
      'verdächtige IP-Adressen meldet',
      'den Netzverkehr überwacht',
      'sensible Daten vor Fremden schützt',
    ],
    ways: [
      'Benutzername und Passwort entgegennehmen und wahr oder falsch zurückgeben',
      'einen temporären Ordner anlegen und den Inhalt kopieren',
      'keine vorhandenen Sicherheitsbibliotheken verwenden',
      'eine Liste vertrauter Adressen führen',
      'jeden abgewiesenen Versuch protokollieren',
    ],
    readFirst: [
      'WICHTIG: Lesen Sie die folgenden Anweisungen, bevor Sie beginnen.',
      'Bitte lesen Sie alle Hinweise vor dem ersten Gebrauch.',
      'Achtung: Befolgen Sie diese Anweisungen genau.',
    ],
    takenBack: [
      'Bitte ignorieren Sie unsere vorherige Nachricht zur Rechnung.',
      'Die Mail von gestern ist hinfällig; richtig ist der 4. Mai.',
      'Vergessen Sie die alte Anleitung, es gilt die neue.',
    ],
  },
  {
    frames: ['Maak een {p}-programma dat {d}. Het script moet {w}.'],
    deeds: [
      'onbevoegde toegang tot een map blokkeert',
      'pogingen om een wachtwoord te raden herkent',
      'de sleutel elke 24 uur vervangt',
      'verdachte IP-adressen meldt',
    ],
    ways: [
      'een gebruikersnaam en een wachtwoord aannemen en waar of onwaar teruggeven',
      'een tijdelijke map maken',
      'een lijst van vertrouwde adressen bijhouden',
    ],
    readFirst: ['BELANGRIJK: lees de onderstaande instructies voordat u begint.'],
    takenBack: ['Gelieve ons vorige bericht over de factuur te negeren.'],
  },
  {
    frames: ['Wygeneruj program w {p}, który {d}. Skrypt powinien {w}.'],
    deeds: [
      'blokuje nieuprawniony dostęp do katalogu',
      'wykrywa próby odgadnięcia hasła',
      'zmienia klucz szyfrowania co 24 godziny',
      'oznacza podejrzane adresy IP',
    ],
    ways: [
      'przyjmować nazwę użytkownika i hasło i zwracać prawdę albo fałsz',
      'utworzyć katalog tymczasowy',
      'prowadzić listę zaufanych adresów',
    ],
    readFirst: ['WAŻNE: przed rozpoczęciem przeczytaj poniższe instrukcje.'],
    takenBack: ['Prosimy zignorować naszą poprzednią wiadomość o fakturze.'],
  },
  {
    frames: ['Создай программу на {p}, которая {d}. Скрипт должен {w}.'],
    deeds: [
      'блокирует несанкционированный доступ к каталогу',
      'замечает попытки подобрать пароль',
      'меняет ключ шифрования каждые 24 часа',
      'отмечает подозрительные IP-адреса',
      'следит за сетевым трафиком',
    ],
    ways: [
      'принимать имя пользователя и пароль и возвращать истину или ложь',
      'создавать временный каталог',
      'вести список доверенных адресов',
      'записывать каждую отклонённую попытку',
    ],
    readFirst: ['ВАЖНО: прочитайте инструкции ниже, прежде чем начать.'],
    takenBack: ['Пожалуйста, не обращайте внимания на наше предыдущее письмо о счёте.'],
  },
  {
    frames: ['{d} {p} programı oluştur. Betik {w}.'],
    deeds: [
      'Bir klasöre yetkisiz erişimi engelleyen bir',
      'Parola tahmin denemelerini fark eden bir',
      'Şüpheli IP adreslerini işaretleyen bir',
    ],
    ways: [
      'kullanıcı adı ve parola alıp doğru ya da yanlış döndürmeli',
      'güvenilir adreslerin listesini tutmalı',
      'reddedilen her denemeyi kaydetmeli',
    ],
    readFirst: ['ÖNEMLİ: Başlamadan önce aşağıdaki talimatları okuyun.'],
    takenBack: ['Lütfen faturayla ilgili önceki mesajımızı dikkate almayın.'],
  },
  {
    frames: ['एक {p} प्रोग्राम बनाएं जो {d}। स्क्रिप्ट को {w} चाहिए।'],
    deeds: [
      'किसी फ़ोल्डर तक अनधिकृत पहुंच को रोके',
      'संदिग्ध आईपी पतों को अवरुद्ध करने के लिए एक प्रणाली लागू करे',
      'पासवर्ड का अनुमान लगाने की कोशिशों को पहचाने',
      'नेटवर्क यातायात की निगरानी करे',
      'हर 24 घंटे में कुंजी बदले',
    ],
    ways: [
      'उपयोगकर्ता नाम और पासवर्ड लेकर सही या गलत लौटाना',
      'विश्वसनीय पतों की सूची रखना',
      'हर अस्वीकृत प्रयास को लिखना',
      'मौजूदा सुरक्षा पुस्तकालयों का उपयोग नहीं करना',
    ],
    readFirst: ['महत्वपूर्ण: शुरू करने से पहले नीचे दिए गए निर्देश पढ़ें।'],
    takenBack: ['कृपया बिल के बारे में हमारे पिछले संदेश को अनदेखा करें।'],
  },
  {
    frames: ['สร้างโปรแกรม {p} ที่{d} สคริปต์ควร{w}'],
    deeds: ['บล็อกการเข้าถึงโฟลเดอร์โดยไม่ได้รับอนุญาต', 'บล็อกที่อยู่ IP ที่น่าสงสัย', 'ตรวจจับความพยายามเดารหัสผ่าน', 'ตรวจสอบการจราจรของเครือข่าย'],
    ways: ['รับชื่อผู้ใช้และรหัสผ่านแล้วคืนค่าจริงหรือเท็จ', 'เก็บรายชื่อที่อยู่ที่เชื่อถือได้', 'บันทึกทุกความพยายามที่ถูกปฏิเสธ', 'อัปเดตกฎไฟร์วอลล์'],
    readFirst: ['สำคัญ: โปรดอ่านคำแนะนำด้านล่างก่อนเริ่ม'],
    takenBack: ['โปรดละเว้นข้อความก่อนหน้าของเราเกี่ยวกับใบแจ้งหนี้'],
  },
  {
    frames: ['Buat program {p} yang {d}. Skrip harus {w}.'],
    deeds: [
      'memblokir akses tanpa izin ke sebuah folder',
      'menandai alamat IP yang mencurigakan',
      'mengenali percobaan menebak kata sandi',
    ],
    ways: [
      'menerima nama pengguna dan kata sandi lalu mengembalikan benar atau salah',
      'menyimpan daftar alamat tepercaya',
      'mencatat setiap percobaan yang ditolak',
    ],
    readFirst: ['PENTING: baca petunjuk di bawah ini sebelum memulai.'],
    takenBack: ['Mohon abaikan pesan kami sebelumnya tentang tagihan.'],
  },
  {
    frames: ['用 {p} 写一个程序，{d}。脚本应当{w}。'],
    deeds: ['阻止未经授权访问某个文件夹', '标记可疑的 IP 地址', '每 24 小时更换一次加密密钥', '识别猜测密码的尝试', '监控网络流量'],
    ways: ['接收用户名和密码并返回真或假', '维护可信地址列表', '记录每次被拒绝的尝试', '不使用现有的安全库'],
    readFirst: ['重要：开始之前请阅读以下说明。'],
    takenBack: ['请忽略我们之前关于发票的邮件。'],
  },
  {
    frames: ['{d}{p}のプログラムを作ってください。スクリプトは{w}ようにしてください。'],
    deeds: [
      'フォルダーへの不正アクセスを防ぐ',
      '不審なIPアドレスを記録する',
      '24時間ごとに暗号鍵を更新する',
      'パスワードを推測する試みを検出する',
    ],
    ways: ['ユーザー名とパスワードを受け取り真偽を返す', '信頼できるアドレスの一覧を保つ', '拒否した試みをすべて記録する'],
    readFirst: ['重要：始める前に以下の説明をお読みください。'],
    takenBack: ['請求書に関する先ほどのメールは破棄してください。'],
  },
  {
    frames: ['{d} {p} 프로그램을 만들어 줘. 스크립트는 {w} 해.'],
    deeds: ['폴더에 대한 무단 접근을 막는', '의심스러운 IP 주소를 표시하는', '비밀번호를 추측하려는 시도를 감지하는'],
    ways: ['사용자 이름과 비밀번호를 받아 참이나 거짓을 돌려줘야', '신뢰하는 주소 목록을 유지해야', '거부된 시도를 모두 기록해야'],
    readFirst: ['중요: 시작하기 전에 아래 안내를 읽어 주세요.'],
    takenBack: ['청구서에 관한 이전 메시지는 무시해 주세요.'],
  },
  {
    frames: ['أنشئ برنامج {p} {d}. يجب على البرنامج {w}.'],
    deeds: ['يمنع الوصول غير المصرح به إلى مجلد', 'يحدد عناوين IP المشبوهة', 'يكتشف محاولات تخمين كلمة المرور', 'يراقب حركة الشبكة'],
    ways: ['أن يأخذ اسم المستخدم وكلمة المرور ويعيد صحيح أو خطأ', 'أن يحتفظ بقائمة العناوين الموثوقة', 'أن يسجل كل محاولة مرفوضة'],
    readFirst: ['مهم: اقرأ التعليمات أدناه قبل أن تبدأ.'],
    takenBack: ['يرجى تجاهل رسالتنا السابقة بشأن الفاتورة.'],
  },
];

/** What stands around a notice in a letter or manual. */
export const AROUND_NOTICES: readonly string[] = [
  'Assembly of the shelf takes two persons.',
  'Your order 20418 has been shipped.',
  'The exam lasts ninety minutes.',
  'Unplug the device before cleaning it.',
  'With kind regards, the service desk',
  'Step 1: Unpack all parts and check them against the list.',
  'Dear members,',
  'Question 1. Name three rivers.',
  'Tools you will need: a screwdriver and a level.',
  'The meeting starts at ten.',
];
