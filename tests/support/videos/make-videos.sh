#!/usr/bin/env bash
# Makes the videos of this folder with ffmpeg 5 or newer and its encoders x264, x265, libvpx and libaom. The tests use the stored files.
set -euo pipefail
cd "$(dirname "$0")"

make() { ffmpeg -v error -y -fflags +bitexact "$@"; }
picture() { echo "testsrc2=size=96x54:rate=$1:duration=$2"; }
H264=(-c:v libx264 -pix_fmt yuv420p -crf 38 -flags:v +bitexact)

make -f lavfi -i "$(picture 10 2)" "${H264[@]}" -g 5 steady.mp4
# The camera of a phone stores the picture on its side, and says so in the header.
make -i steady.mp4 -c copy -metadata:s:v:0 rotate=90 rotated.mov
# The frames 0, 5, 7, 10, 14, 15 and so on, of 30 a second.
uneven="select='not(mod(n,7))+not(mod(n,5))'"
make -f lavfi -i "$(picture 30 1)" -vf "$uneven" -fps_mode vfr "${H264[@]}" uneven.mp4
make -f lavfi -i "$(picture 30 1)" -vf "$uneven" -fps_mode vfr -c:v libvpx-vp9 -crf 55 -b:v 0 uneven.webm
make -f lavfi -i "$(picture 10 8)" -c:v libvpx-vp9 -crf 55 -b:v 0 eight-seconds.webm
make -f lavfi -i "$(picture 10 1)" -c:v libx264 -pix_fmt yuv420p10le -crf 38 ten-bit.mp4
make -f lavfi -i "$(picture 10 1)" -c:v libx265 -tag:v hvc1 -x265-params log-level=none -crf 40 hevc.mp4
make -f lavfi -i "$(picture 10 1)" -c:v libaom-av1 -cpu-used 4 -crf 55 -b:v 0 -flags:v +bitexact av1.mp4
make -f lavfi -i "sine=duration=0.2" -c:a aac -b:a 16k sound.mp4
# One frame a minute, each in another color.
make -f lavfi -i "$(picture 1/60 7200)" -vf "hue=h=t/20" "${H264[@]}" -g 4 two-hours.mp4
