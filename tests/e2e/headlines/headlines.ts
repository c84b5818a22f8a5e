import type { Font } from '../../../contract/design/design-limits.ts';

/** A headline that is drawn and compared with its golden rendering. */
export interface Headline {
  text: string;
  /** @default anton */
  font?: Font;
  upperCase?: true;
  letterSpacing?: number;
}

/** Four headlines of each language, by its tag. Each one has something that a wrong rendering would break. */
export const HEADLINES: Readonly<Record<string, readonly Headline[]>> = {
  // Compounds are never hyphenated, and ß is SS as a capital.
  de: [
    { text: 'Ich baute in 100 Tagen eine Burg' },
    { text: 'Donaudampfschifffahrtsgesellschaft erklärt', upperCase: true },
    { text: 'Geschwindigkeitsbegrenzung? „Nie wieder!“', font: 'bebas-neue' },
    { text: 'Großes Geld mit süßen Äpfeln', upperCase: true, letterSpacing: 0.06 },
  ],
  // The blank before a mark never breaks, also if it is an ordinary blank.
  fr: [
    { text: 'J’ai construit un château en 100 jours !' },
    { text: 'Pourquoi tout le monde se trompe ?' },
    { text: '« Impossible » : je l’ai fait quand même', font: 'alfa-slab-one' },
    { text: 'Ça coûte 1\u202F000\u00A0€ à l’œil nu', upperCase: true, font: 'paytone-one' },
  ],
  es: [
    { text: '¿Cómo construí un castillo en 100 días?' },
    { text: '¡No cometas este error, señor!', font: 'paytone-one' },
    { text: 'El pingüino que salvó mi año', upperCase: true },
    { text: '¡¿10 millones en 1 día?!', font: 'bebas-neue', letterSpacing: 0.04 },
  ],
  'pt-BR': [
    { text: 'Construí um castelo em 100 dias' },
    { text: 'Ninguém te conta isto sobre São João', upperCase: true },
    { text: 'Você não está pronto: coração & ação', font: 'alfa-slab-one' },
    { text: 'À noite, três irmãs…', font: 'teko' },
  ],
  pl: [
    { text: 'Zbudowałem zamek w 100 dni' },
    { text: 'Zażółć gęślą jaźń: źdźbło, ćma, łódź', upperCase: true },
    { text: 'Najdłuższa Konstantynopolitańczykowianeczka', font: 'bebas-neue' },
    { text: 'Świąteczny żurek „u babci”', font: 'paytone-one' },
  ],
  ru: [
    { text: 'Я построил замок за 100 дней' },
    { text: 'iPhone 15 против Samsung — что лучше?', upperCase: true },
    { text: 'Ещё один день: щука, объём, йод', font: 'alfa-slab-one' },
    { text: 'Достопримечательности за 500 ₽', font: 'bebas-neue', letterSpacing: 0.05 },
  ],
  uk: [
    { text: 'Я збудував замок за 100 днів' },
    { text: 'Їжа з ґанку: що їсть єнот?', upperCase: true },
    { text: 'Сім’я під час об’їзду', font: 'paytone-one' },
    { text: '«Найкращий» день — №1', font: 'teko' },
  ],
  // Greek capitals have no accents, and ς is a sigma at the end of a word.
  el: [
    { text: 'Έχτισα ένα κάστρο σε 100 μέρες' },
    { text: 'Έχτισα ένα κάστρο σε 100 μέρες', upperCase: true },
    { text: 'Γιατί όλοι κάνουν λάθος;', font: 'bebas-neue' },
    { text: 'Ο κόσμος μας: ΐ ΰ ώ', font: 'alfa-slab-one' },
  ],
  // The capital of i is İ, and the capital of ı is I.
  tr: [
    { text: '100 günde bir kale inşa ettim', upperCase: true },
    { text: 'ılık iklim: İstanbul’da şık kış', upperCase: true, font: 'bebas-neue' },
    { text: 'Çekoslovakyalılaştıramadıklarımızdan mısınız?' },
    { text: 'Ağaç, göğüs, şişe, ığdır', font: 'alfa-slab-one' },
  ],
  // Stacks of marks keep clear of the line above.
  vi: [
    { text: 'Tôi đã xây lâu đài trong 100 ngày', upperCase: true },
    { text: 'Những điều kỳ lạ ở Việt Nam' },
    { text: 'Ẩm thực đường phố: phở, bún, bưởi', font: 'bebas-neue' },
    { text: 'Vie\u0323\u0302t Nam vô địch!', font: 'teko' },
  ],
  // Letters join below one bar, and vowels move before their consonant.
  hi: [
    { text: 'मैंने 100 दिन में किला बनाया' },
    { text: 'कृष्ण की ट्रेन: शक्ति और श्री!', letterSpacing: 0.2 },
    { text: 'iPhone 15 या Samsung: कौन सही?', font: 'bebas-neue' },
    { text: 'हिन्दी में सीखें द्धि ट्ठ र्ति', font: 'teko' },
  ],
  // Letters join, the sentence begins at the right, and a Latin name stays in its order.
  ar: [
    { text: 'بنيت قلعة في ١٠٠ يوم!' },
    { text: 'هل iPhone 15 أفضل من Samsung؟', letterSpacing: 0.2 },
    { text: 'لا تشترِ هذا المنتج (أبدًا)', font: 'alfa-slab-one' },
    { text: 'الأسئلة: لماذا؟ السعر 100%', font: 'teko' },
  ],
  he: [
    { text: 'בניתי טירה ב-100 ימים!' },
    { text: 'iPhone 15 או Samsung?', letterSpacing: 0.1 },
    { text: '10 טעויות (שכולם עושים)', font: 'bebas-neue' },
    { text: 'שָׁלוֹם עוֹלָם: המחיר 500 ₪', font: 'paytone-one' },
  ],
  // Words without blanks break between words, and tones stand above vowels.
  th: [
    { text: 'ฉันสร้างปราสาทใน 100 วัน' },
    { text: 'น้ำท่วมที่กรุงเทพฯ ปีนี้น่ากลัวมาก!' },
    { text: 'iPhone 15 ดีไหม? รู้ก่อนซื้อ', font: 'bebas-neue' },
    { text: 'เก่งที่สุดในโลก ปิ่นโตผู้ใหญ่', letterSpacing: 0.05 },
  ],
  // Lines break at blanks.
  ko: [
    { text: '100일 만에 성을 지었다!' },
    { text: '절대 사면 안 되는 물건 10가지' },
    { text: 'AI가 바꿀 미래, 우리는 준비됐나?', font: 'bebas-neue' },
    { text: '“충격” 회사를 그만둔 진짜 이유', font: 'alfa-slab-one', letterSpacing: 0.05 },
  ],
  // No closing mark and no small letter begins a line, and no opening mark ends one.
  ja: [
    { text: '100日で城を建ててみた！' },
    { text: '「もう無理。」会社を辞めた日、シャッターが…' },
    { text: '【衝撃】AIが仕事を奪う未来とは？', font: 'bebas-neue' },
    { text: 'YouTubeで稼ぐ方法（初心者）', font: 'teko', letterSpacing: 0.04 },
  ],
};

/** The headlines of a language as a browser draws them. */
export interface Drawn {
  /** A PNG with the headlines, in base64. */
  sheet: string;
  texts: readonly {
    lines: readonly string[];
    /** The letters that none of our fonts has. */
    missing: readonly string[];
    /** The difference from the golden rendering, as a share of its ink. */
    difference: number;
  }[];
}
