/** Words that name a column rather than stand in it, in the languages whose tables are most frequent. */
const COLUMN_NAMES = new Set(
  [
    'name, first name, last name, full name, surname, title, description, text, note, notes, comment, comments, remarks, details, id, key',
    'date, day, month, year, time, start, end, city, town, place, location, country, state, region, address, street, postcode, zip, email',
    'e-mail, mail, phone, telephone, mobile, url, link, website, number, no., code, type, kind, category, group, status, price, cost, amount',
    'quantity, total, unit, currency, product, item, department, team, role, position, job, company, organisation, organization, customer',
    'client, supplier, employee, manager, owner, author, publisher, language, gender, age, colour, color, size, question, answer, term',
    'definition, meaning, translation, word, value, subject, topic, source, capital',
    'vorname, nachname, titel, beschreibung, bemerkung, bemerkungen, notiz, datum, tag, monat, jahr, uhrzeit, stadt, ort, land, adresse',
    'straße, plz, telefon, nummer, art, typ, kategorie, preis, betrag, menge, anzahl, artikel, produkt, abteilung, firma, kunde, sprache',
    'frage, antwort, begriff, wert, alter, farbe',
    'nom, prénom, titre, date, jour, mois, année, ville, lieu, pays, adresse, rue, téléphone, numéro, catégorie, prix, montant, quantité',
    'produit, service, entreprise, client, langue, question, réponse, âge, couleur',
    'nombre, apellido, apellidos, título, descripción, fecha, día, mes, año, ciudad, lugar, país, dirección, calle, teléfono, correo, número',
    'tipo, categoría, precio, importe, cantidad, producto, departamento, empresa, cliente, idioma, pregunta, respuesta, edad, color',
    'nome, cognome, sobrenome, titolo, descrizione, descrição, data, giorno, mese, anno, ano, città, cidade, luogo, paese, indirizzo',
    'endereço, telefono, telefone, numero, prezzo, preço, quantità, quantidade, prodotto, produto, azienda, lingua, domanda, risposta, età',
    'имя, фамилия, отчество, название, описание, дата, день, месяц, год, город, страна, адрес, улица, телефон, почта, номер, тип, категория',
    'цена, сумма, количество, товар, отдел, должность, компания, клиент, язык, вопрос, ответ, возраст, цвет',
    '名前, 氏名, 名称, 説明, 備考, 日付, 都市, 国, 住所, 電話番号, 番号, 種類, 価格, 数量, 商品, 部署, 会社, 質問, 回答, 年齢',
    '姓名, 名字, 描述, 备注, 日期, 城市, 国家, 地址, 电话, 编号, 类型, 价格, 数量, 产品, 部门, 公司, 问题, 答案, 年龄',
  ].flatMap((line) => line.split(', ')),
);

/** Whether a cell of a table is a usual name of a column. */
export function isColumnName(cell: string): boolean {
  return COLUMN_NAMES.has(cell.toLowerCase());
}
