import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { digitStretch, groupsInRun, measureRun, nextDigit, readDigitRun } from '../../src/domain/guardrails/detectors/digit-run.ts';
import { numberWindows } from '../../src/domain/guardrails/detectors/number-windows.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { PERSONAL_FORMS } from '../../src/domain/guardrails/detectors/personal-forms.ts';
import { createKeywordLists } from '../../src/domain/guardrails/secrets/keyword-filter.ts';
import { fc, LONGEST_MS } from '../draws.ts';
import { LEDGER_ADDRESSES, PLAIN_ADDRESSES } from '../fixtures/ledger-addresses.ts';
import { REGISTERED_NUMBERS } from '../fixtures/registered-numbers.ts';

/** At least one value of every form. */
const VALUES: readonly string[] = [
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
  'MAC BA1C0D3F812C',
  'DE89 3704 0044 0532 0130 00',
  'gb82west12345698765432',
  '123-45-6789',
  '123456789',
  '123.45.6789',
  '2341 2341 2346',
  '234123412346',
  '2341 23412346',
  '529.982.247-25',
  '529982247-25',
  '529 982247 25',
  '943 476 5919',
  '943476 5919',
  '9434765919',
  'AB 12 34 56 C',
  'AB123456C',
  'AB-1234 56-C',
  '12345678Z',
  '12.345.678 Z',
  'X-1234567L',
  '046 454 286',
  '046454 286',
  '44051401359',
  '1112.22.333',
  '111-222-333',
  '1 85 05 78 006 084 91',
  '185057800608491',
  '1 85 05 2A 006 084 91',
  '021000021',
  '45 03 123456',
  '72 1234567',
  '::ffff:192.0.2.7',
  '0210-0002-1',
  '0210 0002 1',
  'X1234567',
  'C01X00T47',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '00:1B:44:11:3A:B7',
  '00-1b-44-11-3a-b7',
  '001b.4411.3ab7',
  '192.168.0.1',
  '1.1.1.1',
  '2001:db8::ff00:42:8329',
  '::ffff:1',
  '2001:db8:1:2:3:4:5:6789',
  '1980-02-03T00:00:00Z',
  '3.4.1975',
  '8. 3. 1954',
  '1957. június 3',
  '1957. junius 3',
  '19FEB1985',
  '19710623',
  '昭和61年7月23日',
  '784-1987-4783848-3',
  '463457/10/1',
  '27-Mar-1995',
  '180479',
  '422725M',
  'BE401731',
  '28.441.907',
  '52.418.937',
  '42101-4058887-5',
  '41803340366',
  'X4RTBPFW4',
  'CA44273FR',
  'ABS523007',
  '48.347.880-3',
  'P440128837715',
  'G 4372616',
  '032180000118359719',
  '004516761350',
  '77120048391 at the bank ',
  '22.33.44.55',
  '3 May 1980',
  'May 3, 1980',
  '12. März 1970',
  '3º de fevereiro de 1960',
  'RSSMRA85T10A562S',
  '11010519491231002X',
  '440524188001010014',
  '860314-5080418',
  '971013-9019902',
  '131052-308T',
  '756.9217.0769.85',
  '7569217076985',
  '85.07.30-033.28',
  '12.345.678-5',
  '12345678-5',
  '20-12345678-6',
  '20123456786',
  'HEGG560427MVZRRL04',
  'S1234567D',
  'A123456(3)',
  '1-2345-67890-12-1',
  '112-233-445 95',
  '11223344595',
  '500100732259',
  '11.222.333/0001-81',
  '912-78-1234',
  '86095742719',
  '86 095 742 719',
  '65170839J003',
  '65 170839 J 003',
  '811218-9876',
  '198112189876',
  '15108695088',
  '151086 95088',
  '211062-5629',
  '2110625629',
  '780123/3540',
  '7801233540',
  '1800101221144',
  '7523169263',
  '94577403194',
  '37605030299',
  '10000000146',
  '800101 5009 087',
  '8001015009087',
  '039337423',
  'HEGG560427ABC',
  'ABCPD1234E',
  'A123456789',
  '770305-02-1234',
  '1234 5678 9018',
  '3171011708450001',
  '501 964 843',
  '1237 010180',
  '6433435F',
  '01013099997',
  '1EG4-TE5-MK73',
  '2123 45670 1',
  '49-091-850',
  '49091850',
  '490154203237518',
  '35-693803-564380-9',
  '1M8GDM9AXKP042788',
  'MORGA657054SM9IJ',
  'D1234567',
  'DKVPs5utQ8pwFxT4F19gbhA8d9CH293jJJ',
  'IDESPBAA148291648291734Z<<<<<<\n7908149F2905123ESP<<<<<<<<<<<8',
  'GHA-714482917-3',
  '30-94-57',
  '063-142',
  '3512-4',
  '18.447-0',
  '1506.41.88272',
  '5479, kontonr',
  '19034829173305',
  '2448291',
  '0049 1500 03 2810355229',
  '482917-04-073305',
  '448-2-09173-3',
  '04829-003',
  '1028471933/0800',
  '11 1090 1016 0000 0712 1981 2874',
  '79182 04437',
  '34-4827190-6',
  '30 23 217 600 053',
  '728-041-93-52',
  '120482-3350',
  'XGV4829173',
  '63-1448291 M 42',
  '1992482917330',
  '28435604482',
  '120.44829.17-9',
  '4An3D64fWq4h6M9s9mgVrML7Ea61VQqr6LbpAybpYg1V6wWg546mx7P5UtC8rmGatJZJZPdMfUjwF3DWUCxDseXTPBNrExA',
  '0170284430481726059315',
  '12-3147-0184274-00',
  '11773401-02846176-00000000',
  '118 402 738',
  '79481302-1',
  'S5827-40719-65308',
  '482 170 936',
  '(617)4820193',
  '2eVLaSpUUCKgVkaw4Q6SCThrKggSvYekefuTeeR6RE1t',
  '81060113130',
  '23341751826',
  '1 450708 8747',
  'AB1234563',
  '123-456-789-000',
  'ZZ 92 60 30 T',
  '1BvBMSEYstWetqTFn5Av4m4GFg7xJaNVN2',
  'LdP8Qox1VAhCzLJNqsr74YovaWYyNBUWvL',
  ...LEDGER_ADDRESSES,
  ...PLAIN_ADDRESSES,
  ...REGISTERED_NUMBERS.map(([, , value]) => value),
];
const AROUND: readonly string[] = [
  ' ',
  ' ',
  '',
  '\n',
  '-',
  '.',
  ',',
  ':',
  '(',
  'a',
  'Z',
  '_',
  '7',
  '12',
  'é',
  'ſ',
  'K',
  '各',
  '\u00a0',
  '𝐚',
  ' the year 2024 and ',
];

/** Values of every form, some of them with a character changed, cut or set beside others. */
const numbers = fc
  .array(
    fc.tuple(
      fc.constantFrom(...VALUES),
      fc.constantFrom(...AROUND),
      fc.option(fc.tuple(fc.nat({ max: 40 }), fc.constantFrom('', ' ', '-', '.', '4', 'A', 'é', '\u2009')), { freq: 2 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) =>
    parts
      .map(([value, around, change]) => {
        if (change === null) return value + around;
        const [place, put] = change;
        return value.slice(0, place) + put + value.slice(place + 1) + around;
      })
      .join(''),
  );

describe('what a zone needs for a form of personal data', () => {
  it('is there wherever a value of the form stands', { timeout: LONGEST_MS }, () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(numbers, fc.nat({ max: 300 }), (text, before) => {
        const whole = 'x '.repeat(before) + text;
        for (const zone of numberWindows(whole)) {
          const own = whole.slice(zone.start, zone.end);
          for (const [index, { category, digits = 0, needs, pattern, isValid = () => true }] of PERSONAL_FORMS.entries()) {
            for (const [value] of own.matchAll(pattern)) {
              const compact =
                /address|travel_document/.test(category) && category !== 'eth_address'
                  ? value
                  : value.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
              if (category !== 'iban' && !isValid(compact)) continue;
              if (zone.digits < digits) continue;
              seen.add(index);
              assert.notEqual(needs?.(zone, own), false, `${category}: ${JSON.stringify(value)} in ${JSON.stringify(own)}`);
            }
          }
        }
      }),
      // Always the same texts: random ones leave a form out now and then.
      { numRuns: 12_000, seed: 7 },
    );
    assert.deepEqual(
      PERSONAL_FORMS.filter((_, index) => !seen.has(index)).map(({ category }) => category),
      [],
    );
  });

  it('does not depend on where a text of many numbers is cut into zones', () => {
    const { inspect } = createPersonalDataDetector({ isTelephone: () => true });
    const value = 'AB 12 34 56 C';
    for (let length = 16_200; length < 16_420; length += 1) {
      const text = `${'1 '.repeat(length / 2)}${length % 2 === 0 ? '' : ' '}${value} ${'2 '.repeat(200)}`;
      const found = inspect({ id: 'p', role: 'user', channel: 'user', text });
      assert.deepEqual(
        found.map(({ start, end }) => text.slice(start, end)),
        [value],
        String(length),
      );
    }
  });
});

describe('the keywords of words that explain a value', () => {
  it('stand wherever one of the words does in plain ASCII', () => {
    const words = [
      'DOB',
      'born',
      'birth',
      'geboren',
      'Geburt',
      'naissance',
      ' ne ',
      '(nee:',
      'ne le ',
      'nacimiento',
      'nacida',
      'nascimento',
      'nascido',
      'nascita',
      'nato il',
      'nata il',
      'urodzony',
      'syntynyt',
      'D.O.B.',
      'd. o. b',
      'bday',
      'B-day',
      'geboorte',
      'geb. ',
      'narozen',
      'lahir',
      'ur. ',
      'nato a Roma il ',
      'SSN',
      'social security',
      'social 123',
      'tax id',
      'taxid',
      'ITIN',
      'aadhaar',
      'Adhar',
      'uidai',
      'unique identification',
      'cpf',
      'cadastro',
      'contribuinte',
      'nhs',
      'national health',
      'patient',
      'medical record',
      'health number',
      'gp',
      'chi',
      'sin',
      's.i.n',
      'social insurance',
      'nas',
      'assurance sociale',
      'pesel',
      'ewidencyjny',
      'bsn',
      'burgerservice',
      'sofi',
      'tfn',
      'tax file',
      'routing',
      'aba',
      'rtn',
      'transit',
      'ach',
      'fedwire',
      'russian passport',
      'passeport',
      'pasaporte',
      'reisepass',
      'passaporto',
      'paspoort',
      'passaporte',
      'pasaport',
      'paszport',
      'Steuer-ID',
      'IdNr',
      'Rentenversicherung',
      'Sozialversicherung',
      'RVNR',
      'SV-Nr',
      'personnummer',
      'personal number',
      'personlig',
      'samordningsnummer',
      'pnr',
      'fodselsnummer',
      'fnr',
      'd-nummer',
      'CPR',
      'r.c.',
      'CNP',
      'cod numeric',
      'EGN',
      'OIB',
      'isikukood',
      'asmens kodas',
      'kimlik',
      'TCKN',
      'T.C. no',
      'TC no',
      'inn ',
      'south african',
      'SA id',
      'S.A. id',
      'RSA id',
      'id number',
      'id no.',
      'identity number',
      'identiteitsnommer',
      'teudat zehut',
      'israeli id',
      'resident registration',
      'rut ',
      'CUIT',
      'CUIL',
      'RFC',
      'pan ',
      'permanent account',
      'income tax',
      'taiwan',
      'national id',
      'MyKad',
      'NRIC',
      'I/C',
      'IC no',
      'pengenalan',
      'my number',
      'individual number',
      'nik ',
      'KTP',
      'kependudukan',
      'nif ',
      'svnr',
      'versicherungsnummer',
      'pps no',
      'ppsn',
      'AMKA',
      'medicare',
      'taxpayer',
      'mbi ',
      'ird number',
      'inland revenue',
      'IMEI',
      'vin ',
      'chassis',
      'Fahrgestellnummer',
      'vehicle id',
      'driving',
      'DVLA',
      'driver',
      'driving licence',
      "driver's license",
      'dl no',
      'fuhrerschein',
      'permis de conduire',
      'patente',
      'licencia de conducir',
      'carteira de motorista',
      'carteira de habilitacao',
      'CNH',
      'rijbewijs',
      'DNI',
      'D.N.I.',
      'documento nacional de identidad',
      'cedula',
      'cedula de ciudadania',
      'C.C.',
      'CNIC',
      'NADRA',
      'national identity card',
      'NIN',
      'national identification number',
      "carte d'identité",
      "carte nationale d'identité",
      'CNI',
      "carta d'identita",
      'CIE',
      'dowod osobisty',
      'RG',
      'registro geral',
      'identidade',
      'PCCC',
      'personal customs code',
      'CLABE',
      'bank account',
      'checking acct',
      'nasceu',
      'JMBG',
      'CIN',
      'CCCD',
      'matricule',
      'IIN',
      'NRC',
      'RNOKPP',
      'iqama',
      'personas kods',
      'BVN',
      'id card',
      'Thai ID',
      'fec. nac.',
      'operator lic.',
      'FS-Nr',
      'prawo jazdy',
      'permis B',
      'narodil',
      'UTR',
      'SSS',
      'numero fiscal',
      'NIP',
      'kennitala',
      'EPIC',
      'national ID',
      'NID',
      'QID',
      'PIS',
      'sort code',
      'BSB',
      'conta corrente',
      'norek',
      'CCC',
      'reispas',
      'Phantom',
      'nascut',
      'nasc.',
      'CBU',
      'TAJ',
      'NIT',
      'ODFI',
      'kuzaliwa',
      'PPS',
      'TIN 1',
      'DEA: ',
      'NISS',
      'NSS',
      'NINO',
      ..."EIN|FEIN|employer id|federal tax id|tax identification number|IRS no.|VAT|V.A.T|USt-IdNr|Umsatzsteuer-ID|UID|MwSt|TVA|P.IVA|partita IVA|BTW-nummer|moms|ALV|DPH|PVM|TRN|tax number|SIRET|SIREN|RCS Paris|ABN|A.B.N.|Australian business|ACN|Australian company|company number|company registration no|Companies House|registered in England|REGON|KRS|KvK|kamer van koophandel|BCE|KBO|numero d'entreprise|ondernemingsnummer|organisationsnummer|organisasjonsnummer|org.nr|org nr|orgnr|org-nr|CVR|Y-tunnus|business ID|ICO|Steuernummer|Steuer-Nr|St.-Nr|StNr|St-Nr|HRB|Amtsgericht Jena HRA|VKN|vergi no|CIF|C.I.F.|NIF|N.I.F.|CNPJ|R.F.C.|RUC|RIF|NPWP|MST|UEN|unique entity|KRA PIN|NPI|national provider|OHIP|Ontario health|health card|RAMQ|NAM |assurance-maladie|PHN|personal health|carecard|NHI|national health index|EHIC|CEAM|european health insurance card|CNS|SUS |ABHA|health ID|PhilHealth|Krankenversicherungsnummer|Krankenkassen-Nr|Versichertennummer|KVNR|LANR|RPPS|GMC|N.S.S.|NAF|seguridad social|MRN|medical record|patient ID:|patient no|hospital number|chart no|Patientennummer|Fallnummer|dossier patient|cartella clinica|health plan|health insurance|healthcare id|Medicaid|medical aid|insurance member|insured id|beneficiary id|tessera sanitaria|carte maladie|ATIN|adoption taxpayer|PTIN|preparer|UAN|TAN |clave de elector|HKID|Hong Kong ID|civil ID|PIX|ICCID|SIM card no|IMSI|MEID|license plate|number plate|registration plate|Kennzeichen|plaque|immatriculation|targa|kenteken|nummerplade|nummerskylt|rejestracyjny|placa|SPZ|BIC code|SWIFT|IFSC|kt.".split(
        '|',
      ),
    ];
    const seen = new Set<string>();
    for (const { category, context, keywords } of PERSONAL_FORMS) {
      if (keywords === undefined) continue;
      const lists = createKeywordLists([keywords]);
      for (const word of words) {
        for (const text of [word, `the ${word}.`, `x${word}`, `${word.toUpperCase()} `, `${word}x`, word.slice(1)]) {
          if (context?.test(text) !== true) continue;
          seen.add(word);
          assert.ok(lists.listsIn(text, 0, text.length) !== 0, `${category}: ${text}`);
        }
      }
    }
    assert.deepEqual(
      words.filter((word) => !seen.has(word)),
      [],
    );
  });

  it('hide no telephone number that a word explains', () => {
    const { inspect } = createPersonalDataDetector({ isTelephone: () => true });
    const words =
      'Phone|fone|tel|telefon|telefoon|telefono|ligue|celular|mobile|mob|handy|cell|call|ring|dial|WhatsApp|fax|SMS|text me|teléfono|тел|电话';
    for (const word of words.split('|')) {
      for (const text of [`my ${word} 5551234567 please`, `my 5551234567 (${word}) please`]) {
        const found = inspect({ id: 'p', role: 'user', channel: 'user', text });
        assert.deepEqual(
          found.map(({ category }) => category),
          ['phone_number'],
          text,
        );
      }
    }
  });
});

describe('digitStretch()', () => {
  const digits = fc
    .array(
      fc.constantFrom(
        '4111',
        '1',
        '12345678901234567',
        ' ',
        '-',
        '  ',
        'a',
        '\u200b',
        '\u200b\u200b',
        '４',
        '\u2011',
        '٤',
        'ﬁ',
        '.',
        'abcdef',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));

  it('leaves out no run of so many digits', () => {
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 20 }), (text, least) => {
        const stretches: { start: number; end: number }[] = [];
        for (let each = digitStretch(text, 0, least); each !== undefined; each = digitStretch(text, each.end, least)) stretches.push(each);
        for (let index = nextDigit(text, 0); index < text.length;) {
          const run = readDigitRun(text, index);
          const count = run.groups.reduce((sum, group) => sum + group.digits.length, 0);
          const isInside = stretches.some(({ start, end }) => start <= run.start && run.end <= end);
          assert.ok(count < least || isInside);
          assert.deepEqual(measureRun(text, index, { end: 0, digits: 0 }), { end: run.end, digits: count });
          const groups = run.groups.filter(({ digits: own }) => own.length >= least && own.length <= 2 * least);
          assert.deepEqual(groupsInRun(text, index, least, 2 * least), groups);
          index = nextDigit(text, run.end);
        }
      }),
    );
  });

  it('hides no card number, whatever stands before it', () => {
    fc.assert(
      fc.property(digits, (before) => {
        const text = `${before} tel. ; 4111 1111 1111 1111 ; ${before}`;
        const start = before.length + ' tel. ; '.length;
        const found = cardNumberDetector.inspect({ id: 'p', role: 'user', channel: 'user', text });
        assert.ok(found.some((finding) => finding.start === start && finding.end === start + 19));
      }),
    );
  });
});
