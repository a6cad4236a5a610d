//! The list of the catalogue: each game's rules, text and source.

/// What the catalogue says of one game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// The name with its parameters, as one types it.
    pub form: &'static str,
    /// Other names of the same game.
    pub aliases: &'static [&'static str],
    /// The rules in a few sentences.
    pub rules: &'static str,
    /// The text of a position, with an example.
    pub position: &'static str,
    /// The text of a move, with an example.
    pub moves: &'static str,
    /// Where the game begins, if it says so.
    pub start: Option<&'static str>,
    /// Whether misère play can be asked for.
    pub misere: bool,
    /// Where the rules come from.
    pub source: &'static str,
}

/// A game of heaps under normal and misère play; what most of the catalogue is.
const HEAPS: Entry = Entry {
    name: "",
    form: "",
    aliases: &[],
    rules: "",
    position: "heap sizes, as in `20`, or several, as in `14 21 39`",
    moves: "",
    start: None,
    misere: true,
    source: "",
};

/// A game on a board that begins somewhere and ends by what is on it.
const BOARD: Entry = Entry { position: "", misere: false, ..HEAPS };

/// How take-and-break moves are written.
const BREAK: &str = "`take 2 from 9, leave 3 4`";
const WINNING_WAYS: &str = "Berlekamp, Conway and Guy 1982, \"Winning Ways\", chapter 4";
const TEEKO: &str = "Scarne 1937; Steele 1999, \"Summary of the solving of the game of Teeko\": standard Teeko";
const GUY_SMITH: &str = "Guy and Smith 1956, \"The G-values of various games\"";

/// The catalogue.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "nim",
        form: "nim",
        rules: "Take any number of stones, at least one, from one heap. Whoever cannot move loses.",
        moves: "`take 4 from 14`",
        source: "Bouton 1901, \"Nim, a game with a complete mathematical theory\"",
        ..HEAPS
    },
    Entry {
        name: "moore",
        form: "moore:K",
        rules: "Take any number of stones, at least one, from each of 1 up to K heaps. Whoever cannot move loses.",
        moves: "`14 to 3, 21 to 20`",
        source: "Moore 1910, \"A generalization of the game called Nim\"",
        ..HEAPS
    },
    Entry {
        name: "bash",
        form: "bash:M",
        aliases: &["bachet"],
        rules: "Take 1 up to M stones from one heap. Whoever cannot move loses.",
        moves: "`take 3`; with several heaps `take 3 from 14`",
        source: "Bachet 1612, \"Problèmes plaisans et délectables\"",
        ..HEAPS
    },
    Entry {
        name: "subtraction",
        form: "subtraction:SET",
        rules: "Take a number of stones that is in SET from one heap. Whoever cannot move loses. SET is a list of numbers, \
                ranges and names: `1,3,4`, `1..10`, `powers-of-2`, `fibonacci`, `squares`, `primes`; or \
                `all-but:1,2`, every positive number except those.",
        moves: "`take 3`; with several heaps `take 3 from 14`",
        source: WINNING_WAYS,
        ..HEAPS
    },
    Entry {
        name: "octal",
        form: "octal:CODE",
        rules: "Take and break by a code, as 0.137: the digit in place i after the point says what may be left of a heap from \
                which i stones are taken: 1 nothing, 2 one heap, 4 two heaps, 8 three, or sums of these (digits up to f). \
                The digit before the point, 0, 4, 8 or c, allows heaps to be split without taking. Whoever cannot \
                move loses.",
        moves: BREAK,
        source: GUY_SMITH,
        ..HEAPS
    },
    Entry {
        name: "kayles",
        form: "kayles",
        rules: "Take one or two stones from a heap, and split what is left of it into two heaps if you like: 0.77. Whoever \
                cannot move loses.",
        moves: BREAK,
        source: "Dudeney 1908, \"The Canterbury Puzzles\"",
        ..HEAPS
    },
    Entry {
        name: "dawsons-kayles",
        form: "dawsons-kayles",
        rules: "Take two stones from a heap, and split what is left of it into two heaps if you like: 0.07. Whoever cannot \
                move loses.",
        moves: BREAK,
        source: WINNING_WAYS,
        ..HEAPS
    },
    Entry {
        name: "dawsons-chess",
        form: "dawsons-chess",
        rules: "Take one stone that is a whole heap, or two that leave nothing or one heap, or three that leave at most two: \
                0.137. Whoever cannot move loses.",
        moves: BREAK,
        source: "Dawson 1935, \"Caissa's Wild Roses\"",
        ..HEAPS
    },
    Entry {
        name: "officers",
        form: "officers",
        rules: "Take one stone from a heap of at least two, and split what is left of it into two heaps if you like: 0.6. \
                Whoever cannot move loses.",
        moves: BREAK,
        source: WINNING_WAYS,
        ..HEAPS
    },
    Entry {
        name: "treblecross",
        form: "treblecross",
        rules: "Take three stones from a heap, and split what is left of it into two heaps if you like: 0.007, the game of three \
                marks in a row on a strip. Whoever cannot move loses.",
        moves: BREAK,
        source: WINNING_WAYS,
        ..HEAPS
    },
    Entry {
        name: "grundys-game",
        form: "grundys-game",
        rules: "Split a heap into two heaps of different sizes. Whoever cannot move loses.",
        moves: "`split 9 into 4 5`",
        source: "Grundy 1939, \"Mathematics and games\"",
        ..HEAPS
    },
    Entry {
        name: "wythoff",
        form: "wythoff",
        rules: "Take any number of stones, at least one, from one of two heaps, or the same number from both. Whoever cannot \
                move loses.",
        position: "two heap sizes, as in `25 40`",
        moves: "`take 3 from 25`, `take 3 from both`",
        source: "Wythoff 1907, \"A modification of the game of Nim\"",
        ..HEAPS
    },
    Entry {
        name: "divisor",
        form: "divisor",
        rules: "Replace a number by one of its proper divisors. Whoever cannot move, because every number is 1, loses.",
        position: "numbers from 1, as in `12` or `5 7 9 12`",
        moves: "`12 to 4`",
        source: "ZOJ 3529, \"A Game Between Alice and Bob\"",
        ..HEAPS
    },
    Entry {
        name: "king",
        form: "king",
        rules: "A king moves one square left, one down, or one both ways. Whoever cannot move, because the king is in the \
                corner 1 1, loses.",
        position: "row and column, from 1, as in `5 3`",
        moves: "`to 2 5`",
        source: "HDU 2147, \"kiki's game\"",
        ..HEAPS
    },
    Entry {
        name: "calendar",
        form: "calendar",
        rules: "From a date go to the next day, or to the same day of the next month if it exists. Whoever reaches \
                2001-11-04 wins; later dates are not allowed.",
        position: "a date from 1900-01-01 to 2001-11-04, as in `1994-05-03`",
        moves: "`to 1994-05-04`",
        source: "ACM regional contest, Taejon 2001 (LA 2321, POJ 1082)",
        ..HEAPS
    },
    Entry {
        name: "tictactoe",
        form: "tictactoe",
        rules: "X and O in turn mark an empty cell of a board of three by three, X first. Three in a row, column or \
                diagonal win; a full board without them is a draw.",
        position: "the nine cells row by row, `X`, `O` or `.`, as in `X.O.X....`; `/` may stand between rows",
        moves: "the cell, column a to c from the left and row 1 to 3 from the top: `b2`",
        start: Some("........."),
        misere: false,
        source: "traditional",
        ..HEAPS
    },
    Entry {
        name: "mnk",
        form: "mnk:M,N,K",
        rules: "X and O in turn mark an empty cell of a board of M columns and N rows, X first. K in a row, column or \
                diagonal, or more, win; a full board without them is a draw.",
        position: "the cells row by row from the top, `X`, `O` or `.`, as in `X.../.O../....` for mnk:4,3,3; `/` between rows \
                   may be left out",
        moves: "the cell, column from a at the left and row from 1 at the top: `b2`",
        start: Some("the empty board"),
        source: "van den Herik, Uiterwijk and van Rijswijck 2002, \"Games solved: now and in the future\"",
        ..BOARD
    },
    Entry {
        name: "connect4",
        form: "connect4:WxH",
        rules: "X and O in turn drop a disc into one of W columns, X first; it falls on the discs that lie there, at most H. \
                Four in a row, column or diagonal win; a full board without them is a draw.",
        position: "the cells row by row from the top, `X`, `O` or `.`, as in `..../..../.O../XX..` for connect4:4x4; `/` \
                   between rows may be left out",
        moves: "the column, a letter from a at the left: `d`",
        start: Some("the empty board"),
        source: "Allis 1988, \"A knowledge-based approach of connect-four\"",
        ..BOARD
    },
    Entry {
        name: "three-mens-morris",
        form: "three-mens-morris",
        rules: "Three men each on a board of three by three. X and O in turn place a man on an empty point, X first; when \
                all are placed, each in turn moves a man along a row or column to an empty point next to it, never diagonally. \
                Three in a row, column or diagonal win at any time. Whoever cannot move loses. Play can go on for ever.",
        position: "the points row by row from the top, `X`, `O` or `.`, and who moves, as in `X.O/.X./O.. X`; while men are \
                   placed, who moves may be left out",
        moves: "the point, column a to c and row 1 to 3 from the top: `b2`; later both points: `b2 to b3`",
        start: Some(".../.../... X"),
        source: "Murray 1913, \"A History of Chess\", page 614: three men's morris, the smaller merels",
        ..BOARD
    },
    Entry {
        name: "dao",
        form: "dao",
        rules: "Four men each on a board of four by four. X and O in turn slide a man in one of the eight directions as far as \
                it goes, X first. Four men in a row or column, in a square of two by two or in the four corners win; a man \
                in a corner with the other player's men on all three cells around it wins for its owner. Play can go on for ever.",
        position: "the cells row by row from the top, `X`, `O` or `.`, and who moves, as in `X..O/.XO./.OX./O..X X`",
        moves: "the cells the man leaves and reaches, column a to d and row 1 to 4 from the top: `a1 to a3`",
        start: Some("X..O/.XO./.OX./O..X X"),
        source: "Pickering and van Buskirk 1999, the rules of the game as sold",
        ..BOARD
    },
    Entry {
        name: "teeko",
        form: "teeko",
        rules: "Four men each on a board of five by five. X and O in turn drop a man on an empty cell, X first; when all are on \
                the board, each in turn moves a man to an empty cell next to it, in any of the eight directions. Four men \
                side by side in a row, column or diagonal, or in a square of two by two, win at any time. Play can go on \
                for ever. These are the standard rules; the advanced ones count larger squares too.",
        position: "the cells row by row from the top, `X`, `O` or `.`, and who moves, as in `...../.XO../.XO../.OX../..OX. X`; \
                   while men are dropped, who moves may be left out",
        moves: "the cell, column a to e and row 1 to 5 from the top: `b2`; later both cells: `b2 to c3`",
        start: Some("...../...../...../...../..... X"),
        source: TEEKO,
        ..BOARD
    },
    Entry {
        name: "teeko-movement",
        form: "teeko-movement",
        rules: "Teeko once all men are on the board, from any placement of four men each: X and O in turn move a man to an empty \
                cell next to it, in any of the eight directions. Whoever moved and has four men side by side in a row, column \
                or diagonal, or in a square of two by two, has won; a player to move whose men are so already plays on. Play \
                can go on for ever.",
        position: "the cells row by row from the top, `X`, `O` or `.`, and who moves, as in `...../.XO../.XO../.OX../..OX. X`",
        moves: "the cells the man leaves and reaches, column a to e and row 1 to 5 from the top: `b2 to c3`",
        source: TEEKO,
        ..BOARD
    },
    Entry {
        name: "quixo",
        form: "quixo:N",
        rules: "A board of N by N cubes, all blank at first, N from 2 to 5. X and O in turn take a cube of the border that is \
                blank or shows their own mark, X first, and push it, their mark up, into its row or column from any end but \
                the one where it stood. N marks in a row, column or diagonal win; if both have them, the player who moved \
                loses. Play can go on for ever.",
        position: "the cubes row by row from the top, `X`, `O` or `.`, and who moves, as in `X.O/.../... X` for quixo:3",
        moves: "the cube taken, column and row, and the side from which it is pushed in: `a1 from right`, or `left`, `top`, \
                `bottom`",
        start: Some("the blank board"),
        source: "Chapeau 1995; Tanaka, Bonnet, Tixeuil and Tamura 2020, \"Quixo is solved\"",
        ..BOARD
    },
    Entry {
        name: "kalah",
        form: "kalah:PITS,SEEDS",
        rules: "Two rows of PITS pits with SEEDS seeds in each, both from 1 to 6, and a store for each player. South and North in \
                turn, South first, take all seeds of a pit of their own and sow them one by one along their row, into their store, \
                along the other row and around, leaving out the other store. Who sows the last seed into the store moves again; \
                who sows it into an empty pit of the own row, with seeds in the pit opposite, puts it and them into the store. When a \
                row is empty, or a store holds more than half of all, the game is over, the seeds left are their owner's, and more seeds win. After a further comma `emptier` \
                gives the seeds left to the player whose row is empty, `nobody` to none; `empty-capture` puts a last seed into \
                the store even if the pit opposite is empty.",
        position: "South's pits in the order of sowing, + and the store, `/`, North's likewise, and who moves, S or N, as in \
                   `3 0 4 +1 / 4 4 2 +0 N` for kalah:3,3",
        moves: "the pit, from 1 in the order of sowing: `sow 3`",
        start: Some("SEEDS seeds in every pit, South to move"),
        source: "Champion 1955, the rules of the game as sold; Irving, Donkers and Uiterwijk 2000, \"Solving Kalah\"",
        ..BOARD
    },
    Entry {
        name: "chomp",
        form: "chomp:ROWS,COLUMNS",
        rules: "A bar of chocolate. A move names a square and eats it with every square that is neither above it nor to its \
                left. The square at the top left is poisoned: whoever has nothing else to eat loses.",
        position: "how many squares are left of each row, from the top, as in `4 4 2`; empty rows may be left out",
        moves: "row and column of the square, from 1: `eat 2 3`",
        start: Some("the whole bar"),
        source: "Gale 1974, \"A curious Nim-type game\"",
        ..HEAPS
    },
    Entry {
        name: "chess",
        form: "chess:KMvK",
        rules: "The endgames of chess in which White has a king and a man M beside it, a queen Q, a rook R or a pawn P, and Black \
                a king. Mate wins. Stalemate is a draw, and so is a board on which no mate is possible, as kings alone. A \
                pawn on row 8 becomes a queen, rook, bishop or knight. There is no rule of fifty moves, and no draw by \
                repetition: play can go on for ever.",
        position: "the men with their squares, White's as capitals, Black's king as `k`, and who moves, `w` or `b`, as in \
                   `Kc3 Rb1 kc1 b` for chess:KRvK; or the first two fields of FEN, `8/8/8/8/8/2K5/8/1Rk5 b`",
        moves: "short algebraic notation: `Kc4`, `Rb8+`, `Rb8#`, `Kxb2`; a pawn `a4`, `a8=Q`",
        source: "FIDE Laws of Chess 2023, articles 3 and 5",
        ..BOARD
    },
    Entry {
        name: "graph",
        form: "graph:PATH",
        rules: "A game drawn as a graph file: a chip stands on a vertex and moves along an edge. Whoever cannot move loses, \
                unless the file says otherwise. Several chips are a sum: a move moves one of them.",
        position: "a vertex, or several for a chip on each",
        moves: "`to V`; with several chips `U to V`",
        start: Some("the vertex that `> VERTEX` names, if the file does"),
        ..HEAPS
    },
];

/// The entry of a name or an alias.
pub fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name || entry.aliases.contains(&name))
}

/// The name of the catalogue that is nearest to a mistyped one.
pub fn nearest_name(name: &str) -> Option<&'static str> {
    let names = ENTRIES.iter().flat_map(|entry| [entry.name].into_iter().chain(entry.aliases.iter().copied()));
    crate::spelling::nearest(name, names)
}
