//! What the console says about itself.

/// The banner a terminal gets.
pub(super) fn banner() -> String {
    format!(
        "Mango AC {}, motor de ajedrez, heredero de Mango Paola (2012). GPL-3.0-or-later, sin garantía.\n\
         Escriba 'ayuda'; 'uci' y 'xboard' son para interfaces gráficas. / Type 'help'.",
        env!("CARGO_PKG_VERSION")
    )
}

/// Name, version and authors in one line.
pub(super) fn version() -> String {
    format!("Mango AC {} - Jose Andres Morales Linares and the mangoac developers", env!("CARGO_PKG_VERSION"))
}

/// The help in Spanish.
pub(super) const SPANISH: &str = "\
Jugar:
  e2e4, e7e8q, Cf3, Nf3, O-O   hace una jugada (algebraica larga o corta); también 'mover e2e4'
  dale, go                     el motor juega por el lado que tiene el turno
  cc                           el motor juega contra sí mismo hasta el final
  ya, para (now, stop)         mientras piensa: juega ahora / detiene
  regresar, undo, u            retira una jugada
  nuevo, new                   partida nueva
Ver:
  d, t                         muestra el tablero          g, r    lo gira
  movimientos, moves           jugadas legales             fen     la posición en FEN
  juego, game                  jugadas hechas              info, i estado del motor
  eval                         evaluación estática         eet e4  intercambios en una casilla
Posición y nivel:
  setboard FEN                 pone una posición
  blanco, white / negro, black da el turno a un lado
  sd N                         profundidad máxima          tiempo N  segundos por jugada (time, st)
  facil, medio, fuerte         3, 7 o 12 segundos por jugada (easy, medium, hard)
  librosi / librono            con o sin libro de aperturas
Variantes:
  variante raumschach          ajedrez en 5x5x5; jugadas como Aa2Aa3, Ea4Ea5q
  variante tesseract           en 5x5x5x5 (tesseract-light, tesseract-dense); jugadas como 22132313
  variante ajedrez             otra vez ajedrez            nivel N   nivel de la variante
Otros:
  perft N                      cuenta las secuencias de jugadas legales
  uci, xboard                  protocolos para interfaces gráficas
  ver                          versión
  ayuda, h, ?                  esta ayuda                  help    in English
  salir, quit, exit            termina
";

/// The help in English.
pub(super) const ENGLISH: &str = "\
Playing:
  e2e4, e7e8q, Nf3, O-O        makes a move (long or short algebraic); also 'move e2e4'
  go, dale                     the engine moves for the side whose turn it is
  cc                           the engine plays against itself to the end
  now, stop (ya, para)         while it thinks: move now / stop
  undo, u, regresar            takes back a move
  new, nuevo                   a new game
Looking:
  d, t                         shows the board             g, r    turns it round
  moves, movimientos           legal moves                 fen     the position as FEN
  game, juego                  moves made                  info, i state of the engine
  eval                         static evaluation           eet e4  exchanges on a square
Position and level:
  setboard FEN                 sets up a position
  white, blanco / black, negro gives a side the turn
  sd N                         greatest depth              time N  seconds per move (tiempo, st)
  easy, medium, hard           3, 7 or 12 seconds per move (facil, medio, fuerte)
  librosi / librono            opening book on or off
Variants:
  variant raumschach           chess on 5x5x5; moves like Aa2Aa3, Ea4Ea5q
  variant tesseract            on 5x5x5x5 (tesseract-light, tesseract-dense); moves like 22132313
  variant chess                chess again                 level N   level of the variant
Other:
  perft N                      counts the sequences of legal moves
  uci, xboard                  protocols for graphical interfaces
  ver                          version
  help                         this help                   ayuda   en español
  quit, exit, salir            ends
";
