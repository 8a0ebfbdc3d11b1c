"""Names with letters that keyboards do not have, or have otherwise, and what people type to find them."""

FOUND_BY = {
    "Ionuț Țepeș": ("ionut", "tepes", "IONUŢ", "țepeș"),
    "Nguyễn Văn Ánh": ("nguyen", "nguyễn", "van anh"),
    "Lǐ Xiǎolóng": ("xiaolong", "li xiao"),
    "Straße Müller": ("strasse", "straße", "stras", "MULLER", "sse"),
    "Søren Ærø": ("soren", "aero", "ærø", "ero", "Sören"),
    "Παπαδόπουλος": ("παπαδοπουλος", "παπαδόπουλος", "ΠΑΠΑΔΟΠΟΥΛΟΣ", "πουλοσ"),
    "Đorđe Đorđević": ("dorde", "dordevic", "đorđević"),
    "Łukasz Żółć": ("lukasz", "zolc", "ŁUKASZ"),
    "Işık Yılmaz": ("isik", "yilmaz", "ISIK"),
    "İpek": ("ipek", "IPEK"),
    "Seán O’Brien": ("sean", "o'brien", "o’brien", "O‘BRIEN"),
    "Nun\u0303ez": ("nunez", "Nuñez", "nun\u0303ez"),
    "Núñez": ("nunez", "nun\u0303ez"),
    "Þór Guðmundsson": ("thor", "þór", "gudmundsson", "or gud"),
    "Œuvray": ("oeuvray", "œuvray", "euvray"),
    "Anne–Marie": ("anne-marie", "anne‑marie"),
    "Ħaż Ŧe": ("haz", "te"),
    "김철수": ("김", "철수"),
}
