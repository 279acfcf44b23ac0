#!/bin/sh
# Cuts the site's fonts from the full ones in node_modules. Run it when a cut changes; the results are
# committed, because this needs Debian's python3-fonttools and python3-brotli, which the build does not.
set -eu
cd "$(dirname "$0")"
full=../../../node_modules/@fontsource-variable
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# What the house prints: English, the accents of its neighbours, fractions, dashes, quotes, arrows of notes.
accents='U+C0,U+C4,U+C7-CB,U+D6,U+DC,U+DF,U+E0-E2,U+E4-EF,U+F1,U+F3-F4,U+F6,U+F8-FC,U+153'
letters="U+20-7E,U+A0,U+A3,U+A7,U+A9,U+B0,U+B2,U+B7,U+BC-BE,U+D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC,U+2190-2193,U+21A9,U+2212,$accents"

cut() { # source file, axes, name of the cut, OpenType features
  # Axes are words of their own.
  /usr/bin/python3 -m fontTools.varLib.instancer -q "$full/$1" $2 -o "$work/cut.ttf"
  /usr/bin/python3 -m fontTools.subset "$work/cut.ttf" --unicodes="$letters" --layout-features="$4" \
    --no-hinting --flavor=woff2 --output-file="$3.woff2"
}

news=newsreader/files/newsreader-latin-opsz
cut $news-normal.woff2 'opsz=16 wght=400:600' newsreader-text kern,liga,pnum,tnum
cut $news-italic.woff2 'opsz=16 wght=400' newsreader-text-italic kern,liga
cut $news-normal.woff2 'opsz=60 wght=460' newsreader-display kern,liga
letters="U+20-7E,U+A3,U+A9,U+B7,U+BC-BE,U+C9,U+D6,U+DC,U+E0,U+E4,U+E7-E9,U+F6,U+F8,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2190-2193"
cut inter/files/inter-latin-opsz-normal.woff2 "opsz=14 wght=450:650" inter-labels kern,tnum
cp "$full/newsreader/LICENSE" newsreader-license.txt
cp "$full/inter/LICENSE" inter-license.txt
ls -l ./*.woff2
