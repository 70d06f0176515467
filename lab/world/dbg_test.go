package world_test
import ("testing";"fmt";"contextarena.internal/lab/world")
func TestDbg(t *testing.T){
 for _, s := range builtin(t) { w := world.Of(s); w.Hash()
  n:=0
  for i,f := range w.Facts { seen:=map[int]bool{}; for _, x := range w.Find(f.Text) { seen[x.Fact]=true; if x.Fact!=i && w.Facts[x.Fact].Value!=f.Value { n++; if n<4 {fmt.Println(s.ID, "|", f.Text, "| also states:", w.Facts[x.Fact].Text)} } }; if !seen[i] {fmt.Println("NOTSELF", s.ID, f.Text)} }
  fmt.Println(s.ID, n, len(w.Facts))
 }
}
