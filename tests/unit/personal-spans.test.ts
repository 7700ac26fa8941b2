import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { emailAddressDetector } from '../../src/domain/guardrails/detectors/email-address.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { kindsFoundBy } from '../fixtures/found-by.ts';

const detectors = [createPersonalDataDetector({ isTelephone }), cardNumberDetector, emailAddressDetector];

const found = kindsFoundBy(...detectors);

/** Texts with the value between bars, and its category. */
const VALUES: readonly (readonly [string, string])[] = [
  ['phone_number', 'cell: (|321 0201484|)'],
  ['date_of_birth', '"dateOfBirth":"|1986-04-12|T00:00:00.000Z"'],
  ['date_of_birth', 'birthDate: ISODate("|1986-04-12|T00:00:00Z")'],
  ['date_of_birth', 'Bot: What is your date of birth?\nUser: |03/12/1988|'],
  ['date_of_birth', 'Agent: Could you confirm your DOB please?\nAnna: |4/12/86|'],
  ['date_of_birth', 'Berater: Wie lautet Ihr Geburtsdatum?\nKunde: |12.03.1988|'],
  ['date_of_birth', "Please verify your DOB for HIPAA.\nIt's |March 12, 1988|"],
  ['my_mykad', 'IC |530405-07-2188|'],
  ['my_mykad', 'No. KP |620304010666|'],
  ['de_tax_id', 'Steuer-ID: |12-345-678-903|'],
  ['phone_number', 'Tel. |030 / 901820|'],
  ['phone_number', '電話番号は|06-20-122-0886|です'],
  ['phone_number', '联系电话|13812345678|。'],
  ['phone_number', 'Tel. "|8123-8554|"'],
  ['phone_number', 'Tlf.: |12 34 56 78|'],
  ['phone_number', 'teléfono |081248 26369|'],
  ['phone_number', 'You can reach me at |0031 6 10005814|'],
  ['phone_number', 'Hotline |0800 1234567|'],
  ['phone_number', 'ligue |(21) 2345-6789|'],
  ['phone_number', 'mobile |+52 1 55 1234 5678|'],
  ['credit_card', 'take _|4111 1111 1111 1111|_ please'],
  ['us_ssn', 'her number is _|078-05-1120|_.'],
  ['iban', 'to _|DE89 3704 0044 0532 0130 00|_'],
  ['ip_address', 'host _|203.0.113.7|_ is down'],
  ['phone_number', 'contact number: |0612390201|;'],
  ['phone_number', 'số điện thoại |07400000844|'],
  ['phone_number', 'puhelin |912-531-227|?'],
  ['phone_number', 'text me at |5551234567|'],
  ['phone_number', 'Contact: |9876543210| (India)'],
  ['phone_number', 'contact us on |601 234 567|'],
  ['phone_number', 'emergency contact Hana Costa |601 234 567|'],
  ['phone_number', 'I tried calling |0612345678| twice'],
  ['phone_number', 'mon portable est le |0612345678|'],
  ['phone_number', 'mobile |91-9876543210|'],
  ['phone_number', 'whatsapp |86 13812345678|'],
  ['ca_sin', "|046 454 286| - that's my Social Insurance Number"],
  ['ip_address', 'IP:|2a01:c89a:29e:983c:5251:b023:ce2c:db6f|;x'],
  ['us_ssn', 'employee_soc_sec=|287654321|'],
  ['us_ssn', 'ss_number: |287654321|'],
  ['us_routing', '"aba_number": "|021000021|"'],
  ['nl_bsn', 'burger service nummer |111222333|'],
  ['in_aadhaar', 'UID: |2341 2341 2346|'],
  ['phone_number', '|0176 12345678| is my cell'],
  ['phone_number', '{"mobile_number":"|9876543210|"}'],
  ['phone_number', 'Hotline |321.4662545|;'],
  ['phone_number', 'телефон "|0450-00-47-20|"'],
  ['phone_number', 'Ruf an: |0172/123 45 67|'],
  ['phone_number', 'passport desk, phone |+44 7409 859978|'],
  ['phone_number', 'joignable au |081500 74151|'],
  ['email_address', 'phone and mail: |80434116@qq.example|'],
  ['email_address', 'SIN |046454286@mail.example|'],
  ['email_address', '|4111111111111111@mail.example|'],
  ['phone_number', 'Calls: |+63 905 704 7853| 00:31'],
  ['au_tfn', 'SIN pending, TFN: |137 329 553|'],
  ['ip_address', 'nameserver |150.220.173.5|'],
  ['ip_address', 'proxy server |10.8.0.1|'],
  ['ip_address', 'ping |5.2.1.1|'],
  ['ip_address', 'failed login from |5.9.12.7|'],
  ['ip_address', 'http://|12.3.4.5|/status'],
  ['ip_address', '|12.3.4.5|:8080 refused it'],
  ['ip_address', '|8.8.8.8| and |1.1.1.1| answer'],
  ['ip_address', 'ssh root@|4.91.157.88|'],
  ['ip_address', 'ip.src == |10.8.0.1|'],
  ['ip_address', 'ip.dst==|10.8.0.1|'],
  ['ip_address', 'IP地址|135.142.90.213|'],
  ['ip_address', 'refused: broker1/|10.1.2.3|:9092'],
  ['ip_address', 'from [|::ffff:125.241.161.107|]'],
  ['ip_address', 'to |::ffff:192.168.1.23|:21'],
  ['ip_address', '地址 |2001:db8::1| 正常'],
  ['iban', 'Account |BI54 2443 1444 2691 6360 7591 794|, thanks'],
  ['iban', 'conto |SO53 8015 1644 0766 5486 710|'],
  ['iban', 'IBAN |MN366341367060251333|.'],
  ['ca_sin', 'S.I.N. |642-348-429|'],
  ['passport', 'паспорт |34 2922154|'],
  ['passport', 'паспорт: |45 03 123456|'],
  ['passport', 'パスポート番号|FN834984|'],
  ['btc_address', '比特币地址|3LQhh7vo723Z4pod339ie5HvLmxdkpD9NH|'],
  ['mac_address', 'mac地址|00-4d-c4-49-3d-70|'],
  ['credit_card', '卡号|6521512893958802|'],
  ['credit_card', 'card |4962.2932.6766.7797| and more'],
  ['credit_card', 'card=|3009.912253.8776|&x=1'],
  ['credit_card', 'paid 12.50 |4111111111111111| 99.90 EUR'],
  ['credit_card', 'PAN=|9792 1225 3628 2507|'],
  ['credit_card', 'card |4222222222222|'],
  ['phone_number', 'id,name,phone,plan\n5384,Ann,|+44 20 7250 2405|,12'],
  ['phone_number', 'id,phone\n5384,|699.215.7702|,4960'],
  ['us_ssn', 'ssn,born\n|685-36-1936|,2008'],
  ['iban', 'Bank AB12 and 34 or |CH86 0864 0477 7085 9614 7|, both'],
  ['ip_address', 'from |203.0.113.9|-net, 255.255.255.0, 127.0.0.1 and 0.0.0.0:80'],
  ['mac_address', 'link |9a:b0:8b:44:53:cf| brd ff:ff:ff:ff:ff:ff'],
  ['phone_number', 'il mio cellulare: |312 3214616|.'],
  ['phone_number', 'Chiamami al |328 0312876|'],
  ['phone_number', 'Appelle-moi au |0639787423| ce soir'],
  ['phone_number', 'Zadzwoń do mnie: |562-159-258|'],
  ['phone_number', 'Mit nummer er |20 84 63 15|'],
  ['phone_number', 'Llámame al |612 345 678|'],
  ['phone_number', 'Celular: |(11) 9 0266-2570|'],
  ['phone_number', 'Cel: |55 9495 2648|'],
  ['phone_number', 'HP: |9656 5784|'],
  ['phone_number', 'numer do mnie: |501 109 616|'],
  ['phone_number', 'मेरा नंबर |98649 64972| है'],
  ['phone_number', 'Tel. |06066-2518|'],
  ['mac_address', 'MAC |BA1C0D3F812C|, container 3f4e2d1c0b9a'],
  ['passport', 'travel document |L58003203|'],
  ['passport', 'pass no |X32997540|'],
  ['phone_number', 'Maria, São Paulo, |(11) 91234-5678|, manhã'],
  ['phone_number', 'Fixo: |55 11 97071 7144|'],
  ['phone_number', 'Telefon: |030 / 758601-0|'],
  ['phone_number', 'phones:\n  - |0221 / 254 38 92|'],
  ['phone_number', '联系方式：|13812345678|'],
  ['phone_number', 'telemóvel |994 494 487|'],
  ['phone_number', 'Puedes llamarme al |983 16 82 61|.'],
  ['phone_number', 'Mój numer: |590 331 986|'],
  ['phone_number', 'Мой номер |8 950 502 23 30|'],
  ['phone_number', '我的号码是|13076924265|'],
  ['phone_number', 'Numaram |0 (532) 160 21 11|'],
  ['phone_number', 'Rückrufnummer |0151-48375689|'],
  ['phone_number', 'Durchwahlnummer: |+49 (0)89 773697|'],
  ['phone_number', 'chiami il numero |335 5329273|.'],
  ['passport', 'Passnummer: |CVM08LY9H|'],
  ['phone_number', 'El cliente llamó desde |661 249 390|.'],
  ['phone_number', 'customer: |(977) 625-2661|'],
  ['phone_number', '|0635504472| (portable)'],
  ['phone_number', 'मोबाइल |+919854096196| और आधार'],
  ['mac_address', 'mac |3233.7617.733b|'],
  ['credit_card', '|622556 3522113614951| 09/29 824'],
  ['phone_number', 'kom. |539 174 352|'],
  ['phone_number', 'tfno. |630 39 84 23|'],
  ['phone_number', 'me liga no |11 95239-3790|'],
  ['phone_number', 'whats |11 99614-2063|'],
  ['phone_number', '微信同号|138 8931 4934|，'],
  ['ip_address', 'inet |10.1.2.3|/24 scope global'],
  ['us_ssn', 'soc sec: |869298677|'],
  ['us_ssn', 'SS# |339879882|'],
  ['ip_address', 'server:|2606:4700:6aa::77e|;'],
  ['mac_address', 'device:|df:f7:97:a5:c3:0a|;'],
  ['passport', 'PAX 1 Lund PPT |P3251035| IND'],
  ['passport', 'Reisepass-Nr.: |LLH3GRMNY|, ausgestellt'],
  ['us_ssn', '{"social_security_number":|802056979|}'],
  ['us_routing', 'rt# |119175855| acct# 41222'],
  ['au_tfn', 'T.F.N. |137 329 553|'],
];

describe('values in a table', () => {
  const rows = (parter: string, ...cells: readonly string[]): string => cells.join(parter);

  it('are explained by the name above their column, however far above', () => {
    for (const parter of [',', ';', '\t', ' | ']) {
      const table = [
        rows(parter, 'name', 'mobile', 'nhs_no', 'plan'),
        rows(parter, 'Ann Bell', '0612345678', '943 476 5919', 'gold, yearly').replace('gold, yearly', '"gold, yearly"'),
        ...Array.from({ length: 9 }, (_, index) => rows(parter, `Somebody ${index}`, 'none', 'none', 'silver')),
        rows(parter, 'Bob Cole', '0687654321', '943 476 5919', 'gold'),
      ].join('\n');
      assert.deepEqual(found(`The list:\n\n${table}\n`), [
        'phone_number 0612345678',
        'uk_nhs 943 476 5919',
        'phone_number 0687654321',
        'uk_nhs 943 476 5919',
      ]);
    }
  });

  it('may be telephone numbers right behind the comma that ends the cell before', () => {
    assert.deepEqual(found('id,phone,name\n17,0049 151 23456789,Ann'), ['phone_number 0049 151 23456789']);
    assert.deepEqual(found('user 12,0033 1 42 68 53 00,Ann'), ['phone_number 0033 1 42 68 53 00']);
  });

  it('are not explained by the name of another column, nor by words of another paragraph', () => {
    const far = 'x'.repeat(70);
    assert.deepEqual(
      found(`phone,count,note\n1,0612345678,${far}\n2,0687654321,${far}`.replace('1,0612345678,', `${far},0612345678,`)),
      [],
    );
    assert.deepEqual(found('order_id,customer_phone\n5043943,"(702) 324-5678"'), ['phone_number (702) 324-5678']);
    assert.deepEqual(found(`name,phone\n${far},none\n\nname,count\n${far},0612345678\n`), []);
  });
});

describe('numbers that are said in words', () => {
  const card = 'four two two two one three five six seven eight nine zero one two three';

  for (const [category, before, said, behind] of [
    ['phone_number', 'my number is ', 'plus four four seven seven zero zero nine zero zero one two three', ''],
    ['phone_number', 'yeah call me at ', 'four one five, five five five, two six seven one', ' any time'],
    ['phone_number', 'mobile: ', 'oh seven double seven nine one two three four five six', ', thanks'],
    ['us_ssn', 'and my social is ', 'one two three four five six seven eight nine', ' okay'],
    ['credit_card', 'the card number is ', `${card} zero`, ' okay'],
  ] as const) {
    it(`are found: ${category}`, () => assert.deepEqual(found(before + said + behind), [`${category} ${said}`]));

    it(`are held back until they are whole: ${category}`, () => {
      for (let length = 1; length <= said.length; length += 1) {
        const text = before + said.slice(0, length);
        assert.ok(Math.min(...detectors.map((detector) => detector.tail?.(text) ?? text.length)) <= before.length, text);
      }
    });
  }

  it('are none where nobody is called and nothing is paid', () => {
    for (const text of [
      'one two three four five six seven eight, who do we appreciate',
      'call me one day, two or three of us are there, four at most',
      'the phone rang at five, six, seven and eight',
      'the card number is four two two two one three five six seven eight nine zero one two three four',
    ])
      assert.deepEqual(found(text), [], text);
  });
});

describe('values in rows for a database', () => {
  const many = Array.from({ length: 9 }, (_, index) => `(${index}, 'Somebody, again', 'none')`).join(', ');

  it('are explained by the name of their column, however many rows stand between', () => {
    assert.deepEqual(found(`INSERT INTO patients (id, name, nhs_no) VALUES ${many}, (12, 'O''Hara, Ann', '9434765919');`), [
      'uk_nhs 9434765919',
    ]);
    const copied = Array.from({ length: 9 }, (_, index) => `${index}\t9434765919\tseen`).join('\n');
    assert.equal(found(`--\n\nCOPY public.patients (id, nhs_no, note) FROM stdin;\n${copied}\n\\.`).length, 9);
  });

  it('are not explained by the name of another column', () =>
    assert.deepEqual(found(`INSERT INTO parts (id, nhs_no, amount) VALUES ${many}, (12, 'none', '9434765919');`), []));
});

describe('a number of nine digits', () => {
  it('is what the word right before it says', () =>
    assert.deepEqual(found('ssn=173566112&routing_number=040642790&passport_number=767072482'), [
      'us_ssn 173566112',
      'us_routing 040642790',
      'passport 767072482',
    ]));

  it('is the number of an account, not of a bank, behind the word for one', () =>
    assert.deepEqual(found('routing number 324872176, account 616867721'), ['us_routing 324872176', 'bank_account 616867721']));
});

describe('values right beside each other', () => {
  it('are found in an X-Forwarded-For header', () =>
    assert.deepEqual(found('x-forwarded-for: 203.117.76.238,10.74.140.133'), ['ip_address 203.117.76.238', 'ip_address 10.74.140.133']));

  it('are found at both ends of a range of addresses', () =>
    assert.deepEqual(found('allow 10.0.0.1-10.0.0.50'), ['ip_address 10.0.0.1', 'ip_address 10.0.0.50']));

  it('are found where the first account number looks as if it went on', () =>
    assert.deepEqual(found('MC64 7970 2208 2689 0129 2150 303 et CH86 0864 0477 7085 9614 7'), [
      'iban MC64 7970 2208 2689 0129 2150 303',
      'iban CH86 0864 0477 7085 9614 7',
    ]));
});

describe('personal data is found to the letter', () => {
  for (const [category, text] of VALUES) {
    const [before = '', value = '', behind = ''] = text.split('|');
    it(text, () => assert.deepEqual(found(before + value + behind), [`${category} ${value}`]));
  }
});

describe('no personal data is found in', () => {
  const harmless: readonly string[] = [
    '000-12-3456 is no number of social security',
    'Chrome/102.0.0.0 Safari/537.36',
    'Springfield, MA 02139-1234',
    'the social network has 123456789 users',
    'Docker for Mac, container 3f4e2d1c0b9a',
    'nginx/1.25.3.1',
    'kernel 6.1.0.12 is out',
    'upgrade to 12.16.53.141',
    '<Version>11.0.43.96</Version>',
    'AssemblyVersion("8.25.21.7")',
    '"50",2.0497803806735,1.92871166561786,0',
    '**Version Number:** 1.4.61.0',
    'version no. 2.0.113.7 of the app',
    '7.3.5.3 Signatures of the sender',
    '不符合 5.2.4.2 或 5.2.4.3 规定',
    'https://tests.example/index.php?/tests/view/4919784\n**Email or phone of the tester:** none',
    'pip install engine==7.1.25.0',
    'stone-4.13.22.23.jar',
    'docker pull engine:8.11.95.9',
    'MPN MZ139428D',
    'AWB 093-26011206',
    '版本 5.17.67.118',
    'see section 4.2.1.7',
    'see sections 8.2.4.44 and up',
    'Article 17.2.1.3 applies',
    'Clause 10.2.4.1 and 10.2.4.2',
    'v1.2.3.4 vs 1.2.3.5',
    'table 4.2.1.1',
    'WWN 88:0e:17:7f:7d:76:6f:19',
    'face::bad and std::dec::ade',
    'The account string GB95 RTJC 0898 7540 3782 13 was rejected.',
    'Lottery: 04 11 23 35 42 49',
    '0111 0464 8003 are the counts',
    'P/N 0291-618-405',
    'the call started at 1721305444 and the phone log says 1703866763019',
    'the ring buffer holds 970427919 entries',
    'cell B99 holds 4117659',
    '{"name": "Headphones", "product_id": "6992792935"}',
    '{"phone": null, "ridet": "0036590"}',
    '(https://arxiv.org/abs/1807.00459) showed how a phone',
    '07/11/2022-10:29:01.860293 phone',
    'social distancing 100-200-3000',
    'product code 789-63-7363',
    'passport applications rose to 1234567 in 2023',
    'IBAN FR16\u00a01012\u00a05232\u00a06235\u00a00096\u00a09166\u00a0147 is invalid',
    'IBAN GB76 XSLT 3843 6058 3261 43 was rejected',
    'USPS 9400 5890 7804 5935 9864 58',
    'Vorgang 017/3020/06',
    'The meeting ID is 069 8684 7021 passcode 161731',
    'f(3) = 02087.2524',
    'return x@self.weight.T',
    'EAN 4488240290844 in stock',
    'the id 391831186494226132 of a message',
    'git clone git@gitlab.com:group/sub/repo.git',
    'scp file.txt deploy@server.acme.com:/srv/app',
    'systemctl restart getty@tty1.service',
    'y = q@k.transpose(-2, -1)',
    'follow @ann@social.example on the fediverse',
    'chr1:48992066-74830715 GRCh38',
    'https://discord.example/channels/4248635783975006268/x',
    'fw 1.4.2.0-rc3, and 3.5.1.2 installed, or 3.6.1.2 and newer',
    'ssh root@mq.acme.example, then ssh -i key.pem -p 2222 ann@db.acme.example',
    'route 10.20.0.0/16 and 192.168.178.0/24',
    'Excel 16.0.5.1, macOS 10.15.7.1 and iOS 17.1.2.3',
    'policy no. 788785678, claim 052-3670-0715',
    'student number 555-010-4477',
    'passports issued: 21512345 in FY 2024',
    'redis://default:y4CY3ak8hw5R*yr6@r.example:6379',
    'smtp://ann@acme.example:p%40ss2yoJNO@smtp.acme.example:587',
    'tel est le problème en 2024 2025',
    'M234.567 1234,55 and 12,5',
    'UID 234123412346 of the process, and uid 2341 2341 2345',
    ...[
      'contract 212555013',
      'loan no. 2125550134',
      'EAN 4012220783383',
      'meter 65841066',
      'customer_number: 84144005',
      'commande 809700125',
      'contrato 809700125',
    ].map((other) => `phone on file; ${other}`),
    'passport pending, contract 141494045, customer ID: 3919091, serial EWU8285486',
    'NHS trust, batch 9434765919',
    'contact sheet 2341234123, contact lens 0612345678x',
    'prices 17,049 and 1,020 34 and 0,05 12',
  ];
  for (const text of harmless) it(text, () => assert.deepEqual(found(text), []));
});

describe('what is held back of a stream', () => {
  it('an address, until it is clear that it is no path on a host', () => {
    for (const text of ['git@gitlab.com:', 'git@gitlab.com:group', 'git@gitlab.com:~ann'])
      assert.equal(emailAddressDetector.tail(text), 0, text);
    assert.equal(emailAddressDetector.tail('ann@acme.example: hello'), 'ann@acme.example: '.length);
  });

  it('a card number with full stops between its groups', () => {
    const text = 'card 4962.2932.6766.7797';
    for (let length = 6; length <= text.length; length += 1)
      assert.equal(cardNumberDetector.tail(text.slice(0, length)), 5, text.slice(0, length));
  });
});
