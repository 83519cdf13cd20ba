# -*- coding: utf_7 -*-
# Attacks: the check of Python sources: code in another encoding, hidden in a comment; checked it may be, but not run.
# +AAo-print("BREACH")+AAo-
print("BREACH")
