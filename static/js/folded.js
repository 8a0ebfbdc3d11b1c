// The fold of every search: small letters, without accents, spaces single. The same as `folded` of casino/common/text.py,
// whose two texts stand here; a test compares them, and what both make of names.

const LETTERS =
  "\u0111d \u00f0d \u0256d \u0257d \u0142l \u019al \u00f8o \u0127h \u0167t \u014bn \u0268i \u0131i \u0180b \u0253b \u01e5g \u0199k \u01b6z \u0289u \u0249j \u024dr \u024fy \u2c65a \u023cc \u0247e \u0259e \u025be \u0254o \u017fs \u03c2\u03c3 \u00dfss \u00e6ae \u0153oe \u00feth \u2019' \u2018' \u201b' \u02bc' \u02bb' \u2032' `' \u00b4' \u2010- \u2011- \u2012- \u2013- \u2014- \u2015- \u2212- \u201c\" \u201d\" \u201e\" \u00ab\" \u00bb\" \u00ad \u200b \u200c \u200d \u2060 \ufeff";
const MARKS =
  "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u302a-\u302d\u3099\u309a\ufe20-\ufe2f";
const ALIKE = new Map(LETTERS.split(" ").map((pair) => [pair[0], pair.slice(1)]));
const MARK = new RegExp(`[${MARKS}]`, "g");

const alike = (text) => [...text].map((letter) => ALIKE.get(letter) ?? letter).join("");
const apart = (text) => text.normalize("NFKD").replace(MARK, "");

export const folded = (text) =>
  alike(apart(apart(alike(text)).toLowerCase()))
    .trim()
    .replace(/\s+/g, " ");
