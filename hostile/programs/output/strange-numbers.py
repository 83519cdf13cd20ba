# Attacks: the default validator with what number parsers stumble over: huge exponents, nan, hex, NUL bytes, no line end.
import sys
words = [b"1e999999999", b"-1e-999999999", b"nan", b"inf", b"0x1p-1074", b"1" * 5000 + b"." + b"1" * 5000, b"\0" * 100,
         b"\xff\xfe", b"1e", b"+-1", b"1.5.5", b"e5", b"'\"\\%s%n"]
sys.stdout.buffer.write(b" ".join(words) + b"\n" * 100000 + b"42")
