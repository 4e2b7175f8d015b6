"""The example games of Borsboom (2007, 3.3.2 and appendix B), in the notation of the thesis.

In G2 plies 22, 38, 50 and 63 are printed F4, F8, H8 and D2, which are occupied; the points
here make every verdict of the game consistent.
"""

GAMES = {
    "G1": (
        "E5 D5 (D5)E6 (E5 E6)E4 (E4)F4 (F4)D6 (D6)D4 (D4)E3 (E3)E7 (E7)D3 (D3)C4 (C4)C3 (C3)B4 "
        "(B4)D7 (D7)B3 D8 F5 (B3)B2 F3 C2 (D8 B2 C2)E8 (E8 F3)E2 (E2)B6 (B6 F5)B7 (B7)C8 C7 "
        "(C7)B8 A7 D9 A2 (A7)C9 (D9 C9)E9 (E9)A8 B9 F9 F2 (F2)G2 (A8 B8 C8 G2)G3 (G3)H2 (H2)H3 "
        "(H3)A6 J3 G4 (A6)C5 H4 B5 J2 A4 (J3)J4 J1 (C5 B5 J1)H1 G8 (G8)F8 H7 G7 J8 (H7)G9 H9 "
        "H8 (G8)J7 (J8 H9)G8 F7 B1 A5 C1 C6 B6 G1 (A3)A1 F1 H3 F6 J5 (J3)A3 A9 J9 E1 (E1 J5)J6 "
        "G6 H6 D1 H5 (A2)C4 B3 (D2 B3 J6 G1)D4 (B1 D1 C4 C1 A1 D4 H3)A6 (F1)G5 F6 (F6)H5 "
        "(H5)H6 (H6)J6 H7 F7 H9 J8 (J9 J8 J6)B4 C4 (C4)D2 A1 (A1)B1 C1 (C1)D1 (H7)J7 H6 (H6 "
        "H9)H7 D4 J9 pass pass "
    ),
    "G2": (
        "E4 D2 F6 B5 E5 E3 (E3)D3 D5 D4 D7 (D2)C2 F3 C3 (E4)C4 F7 G5 F8 B6 (F3 G5)F4 (C3)C5 G4 "
        "(E5 C2)F5 H4 E6 B7 G3 C7 (D3 F6)G6 (D7)C6 (F7 F4 G4)G7 J4 (F8)D6 J8 H8 (C4)C8 G8 E2 "
        "F9 B1 (C7)E8 (D5)D8 E7 (D6 C5)H5 (B7)A5 A2 D9 B4 A8 (B5)B3 (J8)H9 (A8)H6 A7 J3 C9 J2 "
        "B9 H7 A9 F7 J9 F6 B8 D1 C8 J7 F8 A4 B7 (J9 H9 A5)C6 C7 "
    ),
    "G3": (
        "E6 F4 D4 E5 (E5)D5 D6 (D6)C6 E7 D7 F6 (F6)E4 D6 (F4 E6)F3 (D4 E4 F3)C7 C5 D8 G4 G5 B7 "
        "G3 (G3)F5 (F4)B6 G6 (C5)H5 (G5)F4 (G6)G7 (G7)H6 (H6)H7 (H5)H4 J6 C8 (B7)B8 D7 (C7 "
        "H4)F2 H3 (H3)C2 C7 B2 G8 E2 (E2 F2)G6 D2 C3 F8 C9 G2 A4 H2 (F7)J4 H6 D3 E8 F9 J2 H8 "
        "E6 J8 A2 (D2 E8 C2 G2 F8)B3 B1 D9 (D9)E9 (E9 A2 B2 H2)B4 A9 J5 B9 J7 (C9 F9)J9 (G6)H9 "
        "A8 (B8)H1 (G8)G9 "
    ),
    "G4": (
        "E5 B2 G3 (E5)H6 G4 D6 C6 E6 D4 D5 (H6 E6 D5 D6)C5 (D4)F5 C7 B4 F6 E4 G5 C4 E3 (G4)F3 "
        "(C4)D3 (D3 G5)G6 C3 (F6)F7 G2 H3 (B4)F4 C8 (C8)B5 D2 B3 (E3 G3 C3 B3)B7 A4 (F4 G2)J6 "
        "B8 (C6)D7 H5 E5 F1 (C7 H5)J5 (B7)D8 (B8)B9 (D7)A8 H2 (J5)C9 F2 (F3 F2)E2 E8 F2 B1 A6 "
        "(F2)H4 D9 C2 (B1)B4 A2 A9 D1 (D2 D1 A2 B2 C2)J4 (J4)J3 H1 F8 (J6 E8 H2 E5)B6 (H1)F9 "
        "(F8)G7 (A8 C4 G7)H7 J2 (D9)A3 G8 H8 (H8)J7 G9 E9 (A5)G7 (H3)J4 J3 H3 (A7 A6)E1 (E1 "
        "A3)A7 (J7)J8 (G7 F9)J9 (E9)H9 pass pass "
    ),
    "G5": (
        "E7 E5 E6 E4 (E5)D5 (E6)F6 (E4)D3 F5 E3 F7 F3 (E3 D3 F3)D4 D6 C4 (D4 C4 F6 F5)E8 C3 "
        "(C3)C2 (C2)B3 B5 F8 C5 G4 B2 G3 B4 G2 (G4 B3 G3)A3 G5 (F7 G2)F2 (B2 F2)F9 (F8)G1 "
        "(G1)H2 E9 (B5)H6 A2 H1 F1 H7 (F9 H1 H2)D2 G7 F4 (C5 E7 E8 E9 A3 D5 F4 B4 F1 D2 D6 "
        "A2)A4 C8 (C8)C7 (C7)D8 (D8)B8 (A4 B8)A5 B6 C9 A6 (A6 B6)B9 (B9 C9)A8 J1 A1 A7 C6 H3 "
        "B1 J3 C1 J5 D1 G8 E1 J8 B7 E2 E1 B1 D1 C1 E1 H4 (B1 J8)H8 D1 D7 J2 A9 (G6 C6 G5)H5 G9 "
        "J6 (J1)J9 (H6 D7)H9 (J6 J9 J5 J3 H3 H5)J7 (J7 H7 G8 J7 F9 G9 H8 G8 F8 F7 G7 H7 H6 G6 "
        "F6 B3 C3 C4 D4 E4 E5 F5 G5 G4 G3 G2 H2 H1 A9)A7 (H9)J9 A8 H9 B6 J8 B7 (A6)D7 C6 (A9 "
        "A8 B8 B7 B6 C6 H4 J2)J4 J1 H3 C7 H4 J5 H5 J2 (J1 J2 J5)J3 J2 J1 (H3 H5)pass J6 pass "
        "pass "
    ),
}
