#!/bin/sh
# Cuts the ebook's fonts from the variable ones in node_modules: the PDF library embeds only plain outlines.
# Run it when a cut changes; the results are committed, because this needs Debian's python3-fonttools and
# python3-brotli, which the build does not.
set -eu
cd "$(dirname "$0")"
full=../../../node_modules/@fontsource-variable
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
# The same fonts give the same bytes on any day.
export SOURCE_DATE_EPOCH=0

# English, a few accents, fractions, dashes, quotes.
letters='U+20-7E,U+A0,U+A3,U+A9,U+B7,U+BC-BE,U+E0,U+E8-EA,U+EF,U+F4,U+2013-2014,U+2018-2019,U+201C-201D,U+2026'

cut() { # source file, axes, name of the cut
  # Axes are words of their own.
  /usr/bin/python3 -m fontTools.varLib.instancer -q "$full/$1" $2 -o "$work/cut.ttf"
  /usr/bin/python3 -m fontTools.subset "$work/cut.ttf" --unicodes="$letters" \
    --layout-features=kern,liga --no-hinting --output-file="$3.ttf"
}

news=newsreader/files/newsreader-latin-opsz
cut $news-normal.woff2 'opsz=14 wght=400' newsreader-text
cut $news-normal.woff2 'opsz=44 wght=460' newsreader-display
cut inter/files/inter-latin-opsz-normal.woff2 'opsz=14 wght=550' inter-labels
cp "$full/newsreader/LICENSE" newsreader-license.txt
cp "$full/inter/LICENSE" inter-license.txt
ls -l ./*.ttf
