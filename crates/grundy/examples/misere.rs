fn main(){
    use grundy::heap::misere::*; use grundy::heap::octal::*; use grundy::limits::Limits;
    let a: Vec<String> = std::env::args().collect();
    let t = std::time::Instant::now();
    let game = if a[1]=="g" {Game::Grundy} else {Game::Code(Code::parse(&a[1]).unwrap())};
    let to: u64 = a[2].parse().unwrap();
    let mut s = QuotientSearcher::new(game).max_work(a.get(3).map_or(u64::MAX, |x| x.parse().unwrap()));
    let v = a.len() > 4;
    let mut end = QuotientEnd::Heaps;
    let mut order=1;
    for n in 1..=to { end = s.search(n, &Limits::NONE); if v && s.order()!=order { order=s.order(); println!("heap {n}: order {order} {:.2}s work {}", t.elapsed().as_secs_f64(), s.work()); } if end != QuotientEnd::Heaps { break } }
    let q = s.quotient();
    println!("{}: heaps {} order {} {:?} n0 {:?} p {:?} tame {} gens {} {:.2}s work {}", a[1], s.heaps(), s.order(), end, q.preperiod(), q.period(), q.is_tame(), q.presentation().generators().len(), t.elapsed().as_secs_f64(), s.work());
    if v { println!("{:?}", q.presentation().generators()); for (l,r) in q.presentation().relations() { print!("{l}={r} "); } println!(); }
}
