import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeText } from '../../src/adapters/documents/decode-text.ts';
import { startCpuTime } from '../cpu-time.ts';
import { textInCharset } from '../fixtures/text-in-charset.ts';

describe('decodeText()', () => {
  it('takes milliseconds for one long word before bytes that are not UTF-8', () => {
    const bytes = Uint8Array.from(`${'a'.repeat(65_000)} caf\u00E9 caf\u00E9`, (mark) => mark.charCodeAt(0));
    const elapsed = startCpuTime();
    assert.ok(decodeText(bytes, 'text').endsWith(' café café'));
    assert.ok(elapsed() < 500);
  });

  const samples: Readonly<Record<string, readonly string[]>> = {
    'windows-1251': [
      'имя;город\nИван;Москва\n',
      'Товар,Цена\nхлеб,45\nмолоко,80\n',
      'ОТЧЁТ\nПРИХОД;РАСХОД\n',
      'id,name\n1,Ольга\n',
      'Київ,Львів\nОдеса,Харків\n',
      'София,Пловдив\nВарна,Бургас\n',
    ],
    'koi8-r': ['имя;город\nИван;Москва\n', 'Фамилия;Имя\nПетров;Сергей\nСидорова;Анна\n', 'привет мир\n'],
    ibm866: ['имя;город\nИван;Москва\n'],
    'windows-1250': [
      'imię,miasto\nŁukasz,Łódź\nZażółć,Gdańsk\n',
      'jméno;město\nJiří;Plzeň\nŘehoř;Dvořák\n',
      'név;város\nŐrsi Sándor;Győr\nKovács Jenő;Pécs\n',
      'nume,oraş\nŞtefan,Bucureşti\nIoana,Iaşi\n',
      'Čačak,Niš\nŠabac,Požarevac\nĐorđe,Ćuprija\n',
      'Kraków,Wrocław\n',
    ],
    'iso-8859-2': ['jméno;město\nJiří;Plzeň\nŠumperk;Žatec\n'],
    'windows-1252': [
      'nom,ville\nZoé,Orléans\nHélène,Besançon\n',
      'Name;Straße\nMüller;Königsallee 5\n',
      'nombre,ciudad\nÍñigo,Logroño\nBegoña,Cáceres\n',
      'navn;by\nSøren;Ålborg\nÆgir;Århus\n',
      'nome,cidade\nJoão,São Paulo\nConceição,Brasília\n',
      'name,note\nCafé,“best” – 5 €\n',
      'Temp,20 °C\narea,5 m²\n',
      '5 £\n',
      'Priser: smörgås, köttbullar, räksallad\n',
    ],
    'windows-1253': ['όνομα;πόλη\nΓιώργος;Αθήνα\n', 'Τιμή,Ποσότητα\nψωμί,3\n', 'ΑΘΗΝΑ\n'],
    'windows-1254': ['isim,şehir\nÇağrı,İstanbul\nGülşen,Diyarbakır\n', 'ad;soyad\nIşıl;Yıldız\n', 'Muğla,Balıkesir\n'],
    'windows-1255': ['שם,עיר\nדוד,ירושלים\nשרה,חיפה\n'],
    'windows-1256': ['الاسم,المدينة\nمحمد,القاهرة\nفاطمة,بيروت\n', 'السعر;الكمية\nخبز;3\n'],
    'windows-1257': ['vardas,miestas\nJonė,Šiauliai\nŽydrūnas,Panevėžys\n'],
    'windows-874': ['ชื่อ,เมือง\nสมชาย,กรุงเทพ\n'],
    shift_jis: ['名前,都市\n田中,東京\n', '商品,価格\nりんご,100\nみかん,80\n', 'カタカナ,テスト\n', '東京\n'],
    'euc-jp': ['商品,価格\nりんご,100\nみかん,80\n', 'カタカナ,テスト\n'],
    'euc-kr': ['이름,도시\n김철수,서울\n이영희,부산\n', '상품,가격\n사과,1000\n우유,2500\n', '대한민국\n'],
    gb18030: ['姓名,城市\n张伟,北京\n李娜,上海\n', '商品,价格\n苹果,5\n牛奶,12\n', '你好\n', '深圳,广州\n'],
    big5: ['姓名,城市\n陳大文,台北\n林小姐,高雄\n', '商品,價格\n蘋果,30\n牛奶,65\n', '你好\n'],
    'utf-16le': ['имя;город\nИван;Москва\n', '姓名,城市\n张伟,北京\n', 'nom,ville\nZoé,Orléans\n', '이름,도시\n김철수,서울\n', 'Αθήνα\n'],
    'utf-16be': ['имя;город\nИван;Москва\n', '姓名,城市\n张伟,北京\n', 'nom,ville\nZoé,Orléans\n', 'الاسم,المدينة\n'],
  };
  for (const [charset, texts] of Object.entries(samples)) {
    it(`reads a table of a few words in ${charset} that declares no charset`, () => {
      const expected = texts.map((text) => text.trimEnd());
      assert.deepEqual(
        texts.map((text) => decodeText(textInCharset(text, charset), 'csv').trimEnd()),
        expected,
      );
    });
  }

  it('refuses bytes that are a text in no charset', () => {
    const noise = Uint8Array.from({ length: 4000 }, (_, index) => (index * index * 31 + index * 17) % 251);
    const numbers = new Uint8Array(Uint32Array.from({ length: 500 }, (_, index) => index * 40_503).buffer);
    for (const bytes of [noise, numbers]) assert.throws(() => decodeText(bytes, 'csv'), { kind: 'invalid_file', param: 'file' });
  });
});
