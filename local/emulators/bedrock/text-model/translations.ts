/** The translations of headlines by a fixed list of words, in place of a text model. */

/** The languages, in the order of the columns of the lists below. */
const LANGUAGES = 'de fr es pt-BR it pl ru el tr vi hi ar he th ko ja'.split(' ');

/** Whole headlines, because the languages put the words in different orders. `#` is a number. The first column is English. */
const HEADLINES = `
#-hour castle|#-Stunden-Burg|Château en # heures|Castillo en # horas|Castelo em # horas|Castello in # ore|Zamek w # godziny|Замок за # часа|Κάστρο σε # ώρες|# saatte kale|Lâu đài # giờ|# घंटे का किला|قلعة في # ساعة|טירה ב־# שעות|ปราสาทใน # ชั่วโมง|#시간 성 짓기|#時間で城づくり
i built a castle in # hours|Ich baute eine Burg in # Stunden|J’ai bâti un château en # heures|Construí un castillo en # horas|Construí um castelo em # horas|Ho costruito un castello in # ore|Zbudowałem zamek w # godziny|Я построил замок за # часа|Έχτισα ένα κάστρο σε # ώρες|# saatte kale yaptım|Tôi xây lâu đài trong # giờ|मैंने # घंटे में किला बनाया|بنيت قلعة في # ساعة|בניתי טירה ב־# שעות|ฉันสร้างปราสาทใน # ชั่วโมง|#시간 만에 성을 지었다|#時間で城を建てた
how i built a castle|So baute ich eine Burg|J’ai bâti un château|Así construí un castillo|Como fiz um castelo|Come ho fatto un castello|Jak zbudowałem zamek|Как я построил замок|Πώς έχτισα κάστρο|Nasıl kale yaptım|Cách tôi xây lâu đài|मैंने किला कैसे बनाया|كيف بنيت قلعة|איך בניתי טירה|ฉันสร้างปราสาทอย่างไร|내가 성을 지은 방법|城の建て方
castle build|Burgbau|Construire un château|Construir un castillo|Construir um castelo|Costruire un castello|Budowa zamku|Стройка замка|Χτίσιμο κάστρου|Kale yapımı|Xây lâu đài|किले का निर्माण|بناء قلعة|בניית טירה|สร้างปราสาท|성 짓기|城づくり
day #|Tag #|Jour #|Día #|Dia #|Giorno #|Dzień #|День #|Ημέρα #|# gün|Ngày #|दिन #|اليوم #|יום #|วันที่ #|#일차|#日目
`;

/** Single words. An empty column leaves the word out. */
const WORDS = `
a|ein|un|un|um|un|||ένα|bir|một|एक||||한|
all|alle|tous|todos|todos|tutti|wszystkie|все|όλα|bütün|tất cả|सब|كل|כל|ทั้งหมด|모든|全部
and|und|et|y|e|e|i|и|και|ve|và|और|و|ו|และ|그리고|と
best|bester|meilleur|mejor|melhor|migliore|najlepszy|лучший|καλύτερο|en iyi|nhất|सबसे अच्छा|الأفضل|הכי טוב|ดีที่สุด|최고|最高
build|bauen|construire|construir|construir|costruire|budować|строить|χτίζω|yap|xây|बनाओ|بناء|לבנות|สร้าง|짓기|建てる
built|gebaut|construit|construí|construí|costruito|zbudowałem|построил|έχτισα|yaptım|đã xây|बनाया|بنيت|בניתי|สร้าง|지었다|建てた
castle|Burg|château|castillo|castelo|castello|zamek|замок|κάστρο|kale|lâu đài|किला|قلعة|טירה|ปราสาท|성|城
day|Tag|jour|día|dia|giorno|dzień|день|ημέρα|gün|ngày|दिन|يوم|יום|วัน|일|日
days|Tage|jours|días|dias|giorni|dni|дней|ημέρες|gün|ngày|दिन|يوما|ימים|วัน|일|日
every|jeder|chaque|cada|cada|ogni|każdy|каждый|κάθε|her|mỗi|हर|كل|כל|ทุก|모든|毎
first|erster|premier|primero|primeiro|primo|pierwszy|первый|πρώτο|ilk|đầu tiên|पहला|أول|ראשון|แรก|첫|最初
game|Spiel|jeu|juego|jogo|gioco|gra|игра|παιχνίδι|oyun|trò chơi|खेल|لعبة|משחק|เกม|게임|ゲーム
hour|Stunde|heure|hora|hora|ora|godzina|час|ώρα|saat|giờ|घंटा|ساعة|שעה|ชั่วโมง|시간|時間
hours|Stunden|heures|horas|horas|ore|godziny|часа|ώρες|saat|giờ|घंटे|ساعة|שעות|ชั่วโมง|시간|時間
house|Haus|maison|casa|casa|casa|dom|дом|σπίτι|ev|nhà|घर|بيت|בית|บ้าน|집|家
how|wie|comment|cómo|como|come|jak|как|πώς|nasıl|cách|कैसे|كيف|איך|อย่างไร|어떻게|どう
i|ich|je|yo|eu|io|ja|я|εγώ|ben|tôi|मैं|أنا|אני|ฉัน|나는|私は
in|in|en|en|em|in|w|за|σε|içinde|trong|में|في|ב|ใน|만에|で
is|ist|est|es|é|è|to|это|είναι||là|है|هو|הוא|คือ||は
it|es|ça|lo|isso|questo|to|это|αυτό|bunu|nó|इसे|هذا|זה|มัน|그것|それ
last|letzter|dernier|último|último|ultimo|ostatni|последний|τελευταίο|son|cuối|आख़िरी|آخر|אחרון|สุดท้าย|마지막|最後
made|gemacht|fait|hice|fiz|fatto|zrobiłem|сделал|έφτιαξα|yaptım|đã làm|बनाया|صنعت|עשיתי|ทำ|만들었다|作った
minutes|Minuten|minutes|minutos|minutos|minuti|minut|минут|λεπτά|dakika|phút|मिनट|دقيقة|דקות|นาที|분|分
money|Geld|argent|dinero|dinheiro|soldi|pieniądze|деньги|λεφτά|para|tiền|पैसा|مال|כסף|เงิน|돈|お金
my|mein|mon|mi|meu|mio|mój|мой|μου|benim|của tôi|मेरा|لي|שלי|ของฉัน|내|私の
never|nie|jamais|nunca|nunca|mai|nigdy|никогда|ποτέ|asla|không bao giờ|कभी नहीं|أبدا|אף פעם|ไม่เคย|절대|絶対
new|neu|nouveau|nuevo|novo|nuovo|nowy|новый|νέο|yeni|mới|नया|جديد|חדש|ใหม่|새로운|新しい
of|von|de|de|de|di|||του||của|का|من|של|ของ|의|の
only|nur|seulement|solo|só|solo|tylko|только|μόνο|sadece|chỉ|सिर्फ़|فقط|רק|เท่านั้น|오직|だけ
secret|Geheimnis|secret|secreto|segredo|segreto|sekret|секрет|μυστικό|sır|bí mật|राज़|سر|סוד|ความลับ|비밀|秘密
the|der|le|el|o|il|||το||||||||
this|dies|ceci|esto|isto|questo|to|это|αυτό|bu|này|यह|هذا|זה|นี้|이|この
why|warum|pourquoi|por qué|por que|perché|dlaczego|почему|γιατί|neden|tại sao|क्यों|لماذا|למה|ทำไม|왜|なぜ
with|mit|avec|con|com|con|z|с|με|ile|với|साथ|مع|עם|กับ|함께|と
without|ohne|sans|sin|sem|senza|bez|без|χωρίς|olmadan|không có|बिना|بدون|בלי|ไม่มี|없이|なしで
world|Welt|monde|mundo|mundo|mondo|świat|мир|κόσμος|dünya|thế giới|दुनिया|العالم|העולם|โลก|세계|世界
worst|schlechtester|pire|peor|pior|peggiore|najgorszy|худший|χειρότερο|en kötü|tệ nhất|सबसे ख़राब|الأسوأ|הכי גרוע|แย่ที่สุด|최악|最悪
year|Jahr|an|año|ano|anno|rok|год|χρόνος|yıl|năm|साल|سنة|שנה|ปี|년|年
you|du|tu|tú|você|tu|ty|ты|εσύ|sen|bạn|तुम|أنت|אתה|คุณ|너|あなた
`;

type Row = readonly string[];

/** Reads a list. @returns the translations of each entry, by its English words. */
function readList(list: string): ReadonlyMap<string, Row> {
  return new Map(
    list
      .trim()
      .split('\n')
      .map((line) => line.split('|'))
      .map(([english = '', ...translations]) => [english, translations]),
  );
}

const headlines = readList(HEADLINES);
const words = readList(WORDS);
const NUMBER = /\d+(?:[.,]\d+)*/g;
/** Matches a space that scripts without spaces do not have. */
const SPACE_IN_SCRIPT =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\d])\s+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu;

function translate(text: string, language: string): string {
  const column = LANGUAGES.indexOf(language);
  if (column < 0) return text;
  const isUpperCase = text === text.toUpperCase();
  const inCase = (translated: string): string =>
    isUpperCase ? translated.toLocaleUpperCase(language) : translated;
  const [, said = '', end = ''] = /^(.*?)([\s.!?]*)$/su.exec(text) ?? [];
  const numbers = said.match(NUMBER) ?? [];
  const known = headlines.get(said.toLowerCase().replace(/\s+/g, ' ').replace(NUMBER, '#'))?.[column];
  if (known !== undefined) {
    let next = 0;
    return inCase(known.replaceAll('#', () => numbers[next++] ?? '')) + end;
  }
  const translated = said.replaceAll(/\p{L}+/gu, (word) => {
    const found = words.get(word.toLowerCase())?.[column];
    return found === undefined ? word : inCase(found);
  });
  const spaced = translated.replace(/[^\S\n]+/g, ' ').trim() + end;
  return language === 'ja' || language === 'th' ? spaced.replace(SPACE_IN_SCRIPT, '') : spaced;
}

/** Cuts a text at the end of a word. Cuts a text without spaces at the limit. */
function shorten(text: string, limit: number | undefined): string {
  const characters = Array.from(text);
  if (limit === undefined || characters.length <= limit) return text;
  const start = characters.slice(0, limit + 1).join('');
  const end = start.lastIndexOf(' ');
  return end > 0 ? start.slice(0, end) : characters.slice(0, limit).join('');
}

interface TranslationRequest {
  /** The names of the languages by their tags. */
  languages: Readonly<Record<string, string>>;
  texts: readonly string[];
  /** The most characters of each translation. */
  limits?: readonly number[] | undefined;
}

/** Translates headlines word by word. Numbers and words that are not in the list stay, and so does a text in a language without a list. */
export function answerTranslations({ languages, texts, limits }: TranslationRequest): object {
  return Object.fromEntries(
    Object.keys(languages).map((language) => [
      language,
      texts.map((text, index) => shorten(translate(text, language), limits?.[index])),
    ]),
  );
}
