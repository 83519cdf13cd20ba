// Attacks: the Pascal compiler's memory: macros, each of which is the one before eight times.
{$MACRO ON}
program Bomb;
{$define a0 := writeln('boom');writeln('boom');}
{$define a1 := a0 a0 a0 a0 a0 a0 a0 a0}
{$define a2 := a1 a1 a1 a1 a1 a1 a1 a1}
{$define a3 := a2 a2 a2 a2 a2 a2 a2 a2}
{$define a4 := a3 a3 a3 a3 a3 a3 a3 a3}
{$define a5 := a4 a4 a4 a4 a4 a4 a4 a4}
{$define a6 := a5 a5 a5 a5 a5 a5 a5 a5}
begin
  a6
end.
